/** `clew-mcp` as clients start it: a process that speaks over its standard streams. */
import { spawn, spawnSync } from "node:child_process";
import { createServer, type ServerResponse } from "node:http";
import { once } from "node:events";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "../../../scripts/freePort.ts";
import { STATELESS_VERSION } from "../../../server/mcp/statelessProtocol.ts";
import { TOOLS } from "../../../server/mcp/toolTable.ts";
import { deleteMcpToken } from "../../../server/access/tokens/mcpTokens.ts";
import { type McpProject, startMcpProject, tell } from "./mcpProject.ts";
import { productEntry } from "../support/productEntry.ts";

const COMMAND = productEntry("clewMcp");

async function start(url: string, token: string): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  const env = { PATH: process.env["PATH"] ?? "", CLEW_URL: url, CLEW_TOKEN: token };
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [COMMAND], env, stderr: "ignore" }));
  return client;
}

/** What the command writes for messages, and what it says to the operator, until it has answered all of them. */
async function exchange(
  url: string,
  token: string,
  messages: readonly object[],
): Promise<{ answers: unknown[]; said: string }> {
  const env = { PATH: process.env["PATH"] ?? "", CLEW_URL: url, CLEW_TOKEN: token };
  const child = spawn(process.execPath, [COMMAND], { env });
  let [out, said] = ["", ""];
  child.stdout.on("data", (part: Buffer) => (out += part.toString()));
  child.stderr.on("data", (part: Buffer) => (said += part.toString()));
  child.stdin.end(messages.map((one) => `${JSON.stringify(one)}\n`).join(""));
  await once(child, "close");
  return {
    answers: out
      .split("\n")
      .filter(Boolean)
      .map((one): unknown => JSON.parse(one)),
    said,
  };
}

/** A server that answers each message in this way. */
async function serve(answer: (body: { id?: number; method: string }, response: ServerResponse) => void) {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      answer(JSON.parse(Buffer.concat(parts).toString()) as { method: string }, response);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

describe("clew-mcp", () => {
  let project: McpProject;
  beforeAll(async () => {
    project = await startMcpProject("pglite");
  });
  afterAll(() => project.stop());

  test("passes tools, resources and prompts on", async () => {
    const client = await start(project.server.url, (await project.token()).secret);
    expect((await client.listTools()).tools).toHaveLength(TOOLS.length);
    expect((await tell(client, "search", { query: "redirect loop" })).text).toContain("src/http/client.ts");
    const answers = await Promise.all(["#1", "#2"].map((issue) => tell(client, "get_issue", { issue })));
    expect(answers.map(({ text }) => /Issue (#\d)/.exec(text)?.[1])).toEqual(["#1", "#2"]);
    await expect(client.readResource({ uri: "clew://project/none" })).rejects.toThrow("opens no such project");
    await client.close();
  });

  test("reports a deleted token, as an error of the tool", async () => {
    const { id, secret } = await project.token();
    const client = await start(`${project.server.url}/mcp`, secret);
    await deleteMcpToken(project.server.db, project.member.id, id);
    const { isError, text } = await tell(client, "project_info");
    expect([isError, text]).toEqual([
      true,
      expect.stringContaining("Error (unauthorized): This token is wrong or was deleted."),
    ]);
    await client.close();
  });

  test("a wrong token and a server that is away end the beginning with a sentence", async () => {
    await expect(start(project.server.url, "nonsense")).rejects.toThrow("This token is wrong or was deleted");
    const port = await freePort();
    await expect(start(`http://127.0.0.1:${port}`, "clew_mcp_x")).rejects.toThrow("does not answer");
  });

  test("what answers with something else is no Clew server", async () => {
    const other = await serve((_, response) => response.end("<html>"));
    await expect(start(other.url, "clew_mcp_x")).rejects.toThrow("is no Clew server");
    other.close();
  });

  /** Answers the beginning of a client as a server does, and everything else with `rest`. */
  const handshake =
    (rest: (id: number, response: ServerResponse) => void) =>
    (body: { id?: number; method: string }, response: ServerResponse): void => {
      const { id, method } = body;
      if (id === undefined) return void response.writeHead(202).end();
      if (method !== "initialize") return rest(id, response);
      const serverInfo = { name: "x", version: "1" };
      const result = { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo };
      return void response.end(JSON.stringify({ jsonrpc: "2.0", id, result }));
    };

  test.each<[string, (id: number, response: ServerResponse) => void, string]>([
    ["nothing, as a gateway's 204", (_, response) => response.writeHead(204).end(), "status 204 and no content"],
    ["202", (_, response) => response.writeHead(202).end(), "status 202 and no content"],
    ["an empty 200", (_, response) => response.end(), "status 200 and no content"],
    [
      "the answer to another request",
      (id, response) => response.end(JSON.stringify({ jsonrpc: "2.0", id: id + 1, result: {} })),
      "is no Clew server",
    ],
  ])("a request that is answered with %s gets an error", async (_, rest, reason) => {
    const other = await serve(handshake(rest));
    const client = await start(other.url, "clew_mcp_x");
    const { isError, text } = await tell(client, "search", { query: "a" });
    expect([isError, text]).toEqual([true, expect.stringContaining(`Error (failed): `)]);
    expect(text).toContain(reason);
    await client.close();
    other.close();
  });

  test.each<[string, (response: ServerResponse) => void, string, RegExp]>([
    [
      "whose body breaks off",
      (response) => {
        response.writeHead(200, { "content-length": "100" });
        response.write("{", () => response.destroy());
      },
      "unreachable",
      /does not answer/,
    ],
    [
      "that redirects",
      (response) => void response.writeHead(301, { location: "https://elsewhere.example/mcp" }).end(),
      "failed",
      /redirects\. Set CLEW_URL/,
    ],
  ])("an answer %s is named as what it is", async (_, answer, code, reason) => {
    const other = await serve((__, response) => answer(response));
    const { answers } = await exchange(other.url, "x", [{ jsonrpc: "2.0", id: 1, method: "tools/list" }]);
    expect(answers).toMatchObject([{ id: 1, error: { data: { code }, message: expect.stringMatching(reason) } }]);
    other.close();
  });

  describe("an error of the protocol", () => {
    const meta = (version: string) => ({
      _meta: {
        "io.modelcontextprotocol/protocolVersion": version,
        "io.modelcontextprotocol/clientCapabilities": {},
      },
    });
    const call = { name: "project_info", arguments: {} };

    test.each<[string, object, object]>([
      [
        "for a revision that the server does not speak",
        { method: "tools/list", params: meta("2099-01-01") },
        { code: -32_022, data: { supported: [STATELESS_VERSION], requested: "2099-01-01" } },
      ],
      [
        "for such a revision of a call of a tool",
        { method: "tools/call", params: { ...call, ...meta("2099-01-01") } },
        { code: -32_022, data: { supported: [STATELESS_VERSION], requested: "2099-01-01" } },
      ],
      ["for a method that is none", { method: "no/such", params: meta(STATELESS_VERSION) }, { code: -32_601 }],
      [
        "for a request without capabilities",
        {
          method: "tools/call",
          params: { ...call, _meta: { "io.modelcontextprotocol/protocolVersion": "2099-01-01" } },
        },
        { code: -32_602 },
      ],
    ])("%s arrives as the server sent it", async (_, message, error) => {
      const { answers } = await exchange(project.server.url, (await project.token()).secret, [
        { jsonrpc: "2.0", id: "a", ...message },
      ]);
      expect(answers).toEqual([{ jsonrpc: "2.0", id: "a", error: expect.objectContaining(error) }]);
    });

    test("to another request is none", async () => {
      const error = { code: -32_022, message: "x" };
      const other = await serve((_, response) =>
        response.writeHead(400).end(JSON.stringify({ jsonrpc: "2.0", id: 9, error })),
      );
      const { answers } = await exchange(other.url, "x", [{ jsonrpc: "2.0", id: 1, method: "tools/list" }]);
      expect(answers).toMatchObject([{ id: 1, error: { code: -32_000, data: { code: "failed" } } }]);
      other.close();
    });
  });

  test.each([
    [429, "Too many requests at once.", "rate_limited"],
    [503, "The server has too much to do.", "busy"],
  ])("an overload that is answered with %i has its code and the time to wait", async (status, detail, code) => {
    const other = await serve((_, response) =>
      response.writeHead(status, { "retry-after": "4" }).end(JSON.stringify({ detail, code: "limit.concurrent" })),
    );
    const { answers } = await exchange(other.url, "x", [
      { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "search", arguments: { query: "a" } } },
      { jsonrpc: "2.0", id: 2, method: "tools/list" },
    ]);
    const text = `${detail} Wait 4 seconds.`;
    expect(answers).toHaveLength(2);
    expect(answers).toContainEqual({
      jsonrpc: "2.0",
      id: 1,
      result: {
        isError: true,
        content: [{ type: "text", text: `Error (${code}): ${text}` }],
        structuredContent: { error: { code, message: text, retry_after_seconds: 4 } },
      },
    });
    expect(answers).toContainEqual({
      jsonrpc: "2.0",
      id: 2,
      error: { code: -32_000, message: text, data: { code, retry_after_seconds: 4 } },
    });
    other.close();
  });

  test("warns of a token that would go unencrypted to another machine, and of none on this one", async () => {
    expect((await exchange("http://clew.invalid", "x", [])).said).toContain("Use https.");
    expect((await exchange("http://127.0.0.1:9", "x", [])).said).toBe("");
  });

  test("a request that the client cancels ends at the server, and gets no answer", async () => {
    const received = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    const other = await serve(
      handshake((_, response) => {
        response.once("close", () => ended.resolve());
        received.resolve();
      }),
    );
    const client = await start(other.url, "clew_mcp_x");
    const stray: string[] = [];
    // An answer to a request that was cancelled is reported as one to an unknown request.
    client.onerror = (error) => stray.push(error.message);
    const cancel = new AbortController();
    const call = client.callTool({ name: "search", arguments: {} }, undefined, { signal: cancel.signal });
    await received.promise;
    cancel.abort("enough");
    await expect(call).rejects.toThrow("enough");
    await ended.promise;
    await client.close();
    expect(stray).toEqual([]);
    other.close();
  });

  test("without its two variables it reports what to set, and ends", () => {
    const { status, stderr, stdout } = spawnSync(process.execPath, [COMMAND], { env: {}, encoding: "utf8" });
    expect([status, stdout, stderr]).toEqual([2, "", expect.stringMatching(/CLEW_URL[^]*CLEW_TOKEN/)]);
  });
});
