/** A client that goes away while a tool works: the work ends, and no failure is reported. */
import { once } from "node:events";
import { type ClientRequest, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { fastify, type FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Invoke } from "../../../server/mcp/RequestScope.ts";
import { handleError } from "../../../server/http/errorHandler.ts";
import { mountMcp } from "../../../server/mcp/mountMcp.ts";
import { STATELESS_VERSION } from "../../../server/mcp/statelessProtocol.ts";
import { type McpProject, startMcpProject } from "./mcpProject.ts";

/** The level of the log above which something is wrong. */
const INFO = 30;

describe("a client that goes away", () => {
  let project: McpProject;
  let app: FastifyInstance;
  let secret: string;
  const log: string[] = [];
  const counted: unknown[] = [];
  let blocked: PromiseWithResolvers<AbortSignal>;
  /** A call that ends only when it is aborted, as an engine that still computes. */
  const invoke = ((_name: string, { signal }: { signal: AbortSignal }) => {
    blocked.resolve(signal);
    return new Promise((_, reject) => {
      signal.addEventListener("abort", () => reject(new Error("the work was ended")));
    });
  }) as unknown as Invoke;

  beforeAll(async () => {
    project = await startMcpProject("pglite");
    secret = (await project.token()).secret;
    app = fastify({ logger: { level: "info", stream: { write: (line: string) => log.push(line) } } });
    app.setErrorHandler(handleError);
    mountMcp(app, {
      db: project.server.db,
      invoke,
      publicUrl: () => "http://clew.example",
      resource: () => "http://clew.example/mcp",
      resourceMetadata: () => "http://clew.example/.well-known/oauth-protected-resource/mcp",
      callsPerMinute: 100,
      addressOf: ({ ip }) => ip,
      inBackground: (work) => void counted.push(work),
    });
    await app.listen({ port: 0, host: "127.0.0.1" });
  });
  afterAll(async () => {
    await app.close();
    await project.stop();
  });

  function call(params: object, headers: Record<string, string>): ClientRequest {
    const { port } = app.server.address() as AddressInfo;
    const request = send({
      port,
      host: "127.0.0.1",
      path: "/mcp",
      method: "POST",
      headers: {
        authorization: `Bearer ${secret}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...headers,
      },
    });
    request.on("error", () => undefined);
    request.end(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }));
    return request;
  }

  test.each<[string, object, Record<string, string>]>([
    ["a handshake", { name: "project_info", arguments: {} }, {}],
    [
      STATELESS_VERSION,
      {
        name: "project_info",
        arguments: {},
        _meta: {
          "io.modelcontextprotocol/protocolVersion": STATELESS_VERSION,
          "io.modelcontextprotocol/clientCapabilities": {},
        },
      },
      { "mcp-protocol-version": STATELESS_VERSION, "mcp-method": "tools/call", "mcp-name": "project_info" },
    ],
  ])("with %s ends its call, which is neither a fault nor counted", async (_, params, headers) => {
    blocked = Promise.withResolvers<AbortSignal>();
    log.length = 0;
    const request = call(params, headers);
    const signal = await blocked.promise;
    expect(signal.aborted).toBe(false);
    const ended = once(signal, "abort");
    request.destroy();
    await ended;
    // The rejection of the call passes through the answers of the protocol in later turns of the loop.
    await new Promise((resolve) => setImmediate(resolve));
    const levels = log.map((line) => (JSON.parse(line) as { level: number }).level);
    expect([log.join(""), levels.filter((level) => level > INFO)]).toEqual([expect.any(String), []]);
    expect(counted).toEqual([]);
  });
});
