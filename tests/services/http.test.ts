import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { ContractViolation, createContractAssertion } from "../../src/services/contractAssertion.ts";
import { createHttp, type HttpOptions } from "../../src/services/http.ts";

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

interface Seen {
  method: string | undefined;
  url: string | undefined;
  authorization: string | undefined;
  body: string;
}

/** A real host on loopback, with its recorded requests. */
async function host(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  options: Partial<HttpOptions> = {},
) {
  const seen: Seen[] = [];
  server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const { method, url, headers } = request;
      seen.push({ method, url, authorization: headers.authorization, body: Buffer.concat(parts).toString() });
      answer(request, response);
    });
  });
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const onFailure = vi.fn<HttpOptions["onFailure"]>();
  const http = createHttp({ origin: `http://127.0.0.1:${port}`, token: () => null, onFailure, ...options });
  return { http, seen, onFailure, origin: `http://127.0.0.1:${port}` };
}

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}) =>
  (_request: IncomingMessage, response: ServerResponse): void => {
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
  };

test("a path gets the base path and its trailing slash, and an answer is data", async () => {
  const { http, seen } = await host(json(200, [{ slug: "atlas" }]));
  expect(await http("GET", "projects")).toEqual({ success: true, data: [{ slug: "atlas" }], error: null });
  expect(seen[0]).toMatchObject({ method: "GET", url: "/api/v1/projects/", authorization: undefined });
});

test("a path that has its slash keeps one, also before a query", async () => {
  const { http, seen } = await host(json(200, {}));
  await http("GET", "users/oauth/login/", { query: { provider: "github" } });
  expect(seen[0]?.url).toBe("/api/v1/users/oauth/login/?provider=github");
});

test("a stored token goes along", async () => {
  const { http, seen } = await host(json(200, {}), { token: () => "abc" });
  await http("GET", "users/me");
  expect(seen[0]?.authorization).toBe("Token abc");
});

test("arrays are repeated keys without brackets; null, undefined and empty lists are left out", async () => {
  const { http, seen } = await host(json(200, {}));
  await http("GET", "projects/a/search", {
    query: {
      kind: ["code", "issue"],
      label: ["a b", "c&d"],
      path: [],
      q: "ğ=1",
      author: null,
      limit: 5,
      state: undefined,
    },
  });
  const query = new URL(seen[0]?.url ?? "", "http://x.invalid").searchParams;
  expect([...query]).toEqual([
    ["kind", "code"],
    ["kind", "issue"],
    ["label", "a b"],
    ["label", "c&d"],
    ["q", "ğ=1"],
    ["limit", "5"],
  ]);
});

test("a body is JSON, with DELETE as well", async () => {
  const { http, seen } = await host((_request, response) => response.writeHead(204).end());
  expect(await http("DELETE", "projects/atlas/users", { body: { emails: ["a@b.example"] } })).toEqual({
    success: true,
    data: null,
    error: null,
  });
  expect(seen[0]?.body).toBe('{"emails":["a@b.example"]}');
});

test("reports a refusal once, as an error with text, status, fields and the request's name", async () => {
  const { http, onFailure, origin } = await host(json(400, { email: ["Taken"] }, { "x-request-id": "r-7" }), {
    token: () => "t",
  });
  const result = await http("POST", "users/login", { body: {} });
  const error = {
    kind: "http",
    status: 400,
    text: "email: Taken",
    code: null,
    fields: { email: ["email: Taken"] },
    requestId: "r-7",
  };
  expect(result).toEqual({ success: false, data: null, error });
  expect(onFailure.mock.calls).toEqual([[{ method: "POST", url: `${origin}/api/v1/users/login/`, error, token: "t" }]]);
});

test("keeps the server's code of a refusal apart from its text, and a field of that name in the fields", async () => {
  const named = await host(json(409, { detail: "Kaldırıldı.", code: "invitation.revoked", request_id: "r-8" }));
  expect((await named.http("GET", "projects")).error).toMatchObject({
    text: "Kaldırıldı.",
    code: "invitation.revoked",
    requestId: "r-8",
  });
  const field = await host(json(400, { code: ["Wrong"] }));
  expect((await field.http("GET", "projects")).error).toMatchObject({ code: null, fields: { code: ["code: Wrong"] } });
});

test("a page of HTML in place of an answer is reported as the general failure", async () => {
  const { http } = await host((_request, response) =>
    response.writeHead(502, { "content-type": "text/html" }).end("<h1>Bad gateway</h1>"),
  );
  expect((await http("GET", "projects")).error).toMatchObject({
    kind: "http",
    status: 502,
    text: "Something went wrong.",
  });
});

test("an answer that is not JSON but is declared as JSON is a bad response", async () => {
  const { http } = await host((_request, response) =>
    response.writeHead(200, { "content-type": "application/json" }).end('{"half":'),
  );
  expect((await http("GET", "projects")).error).toMatchObject({ kind: "bad_response", text: "Something went wrong." });
});

test("a host that is not there is a network failure", async () => {
  const { http, onFailure } = await host(json(200, {}));
  await new Promise((resolve) => server?.close(resolve));
  expect((await http("GET", "projects")).error).toMatchObject({ kind: "network", status: null });
  expect(onFailure).toHaveBeenCalledOnce();
});

test("a host that hangs up in the middle is a network failure", async () => {
  const { http } = await host((request) => request.socket.destroy());
  expect((await http("GET", "projects")).error).toMatchObject({ kind: "network" });
});

test("an aborted call ends at once with its own error, and reports no failure", async () => {
  const leaving = new AbortController();
  const { http, onFailure } = await host(() => {
    leaving.abort();
  });
  const result = await http("GET", "projects", { signal: leaving.signal });
  expect(result.error).toMatchObject({ kind: "aborted" });
  expect(onFailure).not.toHaveBeenCalled();
});

test("a signal that has been aborted before sends nothing", async () => {
  const { http, seen } = await host(json(200, {}));
  expect((await http("GET", "projects", { signal: AbortSignal.abort() })).error?.kind).toBe("aborted");
  expect(seen).toEqual([]);
});

test("an answer outside of the contract is thrown, in development and tests", async () => {
  const { http } = await host(json(200, { token: 5 }), { assertResponse: await createContractAssertion() });
  await expect(http("POST", "users/login", { body: {} })).rejects.toThrow(ContractViolation);
  await expect(http("GET", "no/such/call")).rejects.toThrow("is not in the contract");
});

test("an answer inside the contract passes", async () => {
  const { http } = await host(json(200, { token: "x" }), { assertResponse: await createContractAssertion() });
  expect((await http("POST", "users/login", { body: {} })).data).toEqual({ token: "x" });
});

test("distinguishes a missing answer of a reachable host from an unreachable host", async () => {
  const cut = (request: IncomingMessage): void => void request.socket.destroy();
  const { http } = await host(cut, { isReachable: () => Promise.resolve(true) });
  expect((await http("GET", "projects")).error).toMatchObject({ kind: "blocked", status: null });
  const isReachable = vi.fn<() => Promise<boolean>>().mockResolvedValue(false);
  const other = await host(cut, { isReachable });
  expect((await other.http("GET", "projects")).error).toMatchObject({ kind: "network" });
  expect(isReachable).toHaveBeenCalledOnce();
});

test("a host that answers is not asked whether it is there", async () => {
  const isReachable = vi.fn<() => Promise<boolean>>();
  const { http } = await host(json(500, {}), { isReachable });
  await http("GET", "projects");
  expect(isReachable).not.toHaveBeenCalled();
});

test("reports the host's version and clock of an answer, also when it has none", async () => {
  const onAnswer = vi.fn<NonNullable<HttpOptions["onResponse"]>>();
  const date = "Sat, 21 Nov 2026 12:00:00 GMT";
  const { http } = await host(json(200, {}, { "x-clew-app": "abc", date }), { onResponse: onAnswer });
  await http("GET", "projects");
  expect(onAnswer).toHaveBeenLastCalledWith({ version: "abc", clock: Date.UTC(2026, 10, 21, 12) });
  const silent = await host(
    (_request, response) => {
      response.sendDate = false;
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    },
    { onResponse: onAnswer },
  );
  await silent.http("GET", "projects");
  expect(onAnswer).toHaveBeenLastCalledWith({ version: null, clock: null });
});

test("another host is sent no header that it may not know", async () => {
  let names: string[] = [];
  const { http } = await host((request, response) => {
    names = Object.keys(request.headers);
    json(200, {})(request, response);
  });
  await http("GET", "projects");
  expect(names).not.toContain("x-request-id");
});
