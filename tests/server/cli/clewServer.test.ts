/** Responses of a server and the result of the command line: an exit status for scripts and a message for users. */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ClewServer, readServer } from "../../../server/cli/remote/ClewServer.ts";

describe("a server's answers", () => {
  let server: Server;
  let url: URL;
  let next: { status: number; headers?: Record<string, string>; body: string };
  let requests: Record<string, unknown>[] = [];
  beforeAll(async () => {
    server = createServer((request, response) => {
      requests.push({ url: request.url, authorization: request.headers.authorization });
      response.writeHead(next.status, next.headers).end(next.body);
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    url = new URL(`http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`);
  });
  afterAll(() => server.close());
  const detail = (text: string) => JSON.stringify({ detail: text });

  test.each([
    [
      "a form that does not fit",
      { status: 400, body: '{"q":["Too long."],"a":{"b":["No."]}}' },
      2,
      "q: Too long.; a: b: No.",
    ],
    [
      "another address",
      { status: 302, headers: { location: "https://other.example/x" }, body: "" },
      3,
      "https://other.example",
    ],
    ["a page of something else", { status: 200, body: "<html>" }, 8, "no Clew server"],
    ["nothing of that name, by something else", { status: 404, body: "<html>" }, 3, "no Clew server"],
    ["a token that has expired", { status: 401, body: detail("This token has expired.") }, 4, "clew login"],
    ["a plan that lacks it", { status: 402, body: detail("You need to upgrade.") }, 5, "You need to upgrade."],
    ["a project that is none", { status: 404, body: detail("There is no such project.") }, 6, "no such project"],
    [
      "too many calls",
      { status: 429, headers: { "retry-after": "17" }, body: detail("Too many.") },
      7,
      "Wait 17 seconds.",
    ],
    ["a failure", { status: 503, body: detail("Busy\u001b[2J\u202e now.") }, 8, "Busy now."],
  ])("%s", async (_, answer, status, words) => {
    next = answer;
    const failed = new ClewServer(url, "clew_mcp_x").call("listProjects");
    await expect(failed).rejects.toMatchObject({ status, message: expect.stringContaining(words) });
  });

  test("a token goes by its kind, and an address as it is written", async () => {
    requests = [];
    next = { status: 200, body: "[]" };
    await new ClewServer(readServer(`${url.href}clew/mcp`), "clew_mcp_x").call("listProjects");
    await new ClewServer(url, "session").call("projectExperts", {
      params: { id: "a/b" },
      query: { path: "ş t", q: undefined },
    });
    expect(requests).toEqual([
      { url: "/clew/api/v1/projects/", authorization: "Bearer clew_mcp_x" },
      { url: "/api/v1/projects/a%2Fb/experts/?path=%C5%9F+t", authorization: "Token session" },
    ]);
    expect(readServer("clew.example/").href).toBe("https://clew.example/");
  });
});
