/** Every generation of the protocol that clients speak: the ones with a handshake, and the one where each request says it itself. */
import { SUPPORTED_PROTOCOL_VERSIONS } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TOOLS } from "../../../server/mcp/toolTable.ts";
import { STATELESS_VERSION } from "../../../server/mcp/statelessProtocol.ts";
import { type McpProject, startMcpProject } from "./mcpProject.ts";

interface Answered {
  readonly status: number;
  readonly body: {
    id?: unknown;
    result?: Record<string, unknown>;
    error?: { code: number; message: string; data?: unknown };
  };
}

describe("generations of the protocol", () => {
  let project: McpProject;
  let secret: string;
  beforeAll(async () => {
    project = await startMcpProject("pglite");
    secret = (await project.token()).secret;
  });
  afterAll(() => project.stop());

  async function post(body: unknown, headers: Record<string, string> = {}): Promise<Answered> {
    const answer = await fetch(`${project.server.url}/mcp`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${secret}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...headers,
      },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === "" ? {} : (JSON.parse(text) as Answered["body"]) };
  }
  const envelope = (version: string) => ({
    "io.modelcontextprotocol/protocolVersion": version,
    "io.modelcontextprotocol/clientCapabilities": {},
  });
  const modern = (method: string, params: Record<string, unknown> = {}, headers: Record<string, string> = {}) => {
    const name = params["name"] ?? params["uri"];
    return post(
      { jsonrpc: "2.0", id: 7, method, params: { ...params, _meta: envelope(STATELESS_VERSION) } },
      {
        "mcp-protocol-version": STATELESS_VERSION,
        "mcp-method": method,
        ...(typeof name === "string" && { "mcp-name": name }),
        ...headers,
      },
    );
  };

  test.each(SUPPORTED_PROTOCOL_VERSIONS)("%s: a handshake, and no session to keep", async (version) => {
    const params = { protocolVersion: version, capabilities: {}, clientInfo: { name: "test", version: "1" } };
    const hello = await post({ jsonrpc: "2.0", id: 1, method: "initialize", params });
    expect(hello.body.result).toMatchObject({ protocolVersion: version, instructions: expect.any(String) });
    // Another process may get the next request: nothing of the handshake is needed, not even that there was one.
    const list = await post({ jsonrpc: "2.0", id: 2, method: "tools/list" }, { "mcp-protocol-version": version });
    expect(list.body.result?.["tools"]).toHaveLength(TOOLS.length);
    const call = { name: "project_info", arguments: {} };
    const called = await post({ jsonrpc: "2.0", id: 3, method: "tools/call", params: call });
    expect(called.body.result).toMatchObject({ content: [{ type: "text" }] });
  });

  test("an error of the older generations has our sentence alone", async () => {
    const { body } = await post({
      jsonrpc: "2.0",
      id: 4,
      method: "resources/read",
      params: { uri: "clew://project/none" },
    });
    expect(body.error?.message).toMatch(/^This token opens no such project/);
  });

  describe("2026-07-28", () => {
    test.each([
      ["server/discover", {}, { supportedVersions: [STATELESS_VERSION], ttlMs: 3_600_000 }],
      ["tools/list", {}, { ttlMs: 3_600_000, cacheScope: "private", tools: { length: TOOLS.length } }],
      ["tools/call", { name: "get_issue", arguments: { issue: "#1" } }, { content: [{ type: "text" }] }],
      ["resources/list", {}, { ttlMs: 0, cacheScope: "private" }],
      ["resources/templates/list", {}, { resourceTemplates: { length: 3 } }],
      [
        "resources/read",
        { uri: "clew://project/sample/issue/%231" },
        { cacheScope: "private", contents: { length: 1 } },
      ],
      ["prompts/list", {}, { prompts: { length: 3 } }],
      ["prompts/get", { name: "triage", arguments: { issue: "#1" } }, { messages: { length: 1 } }],
    ])("%s", async (method, params, expected) => {
      const { status, body } = await modern(method, params);
      expect([status, body.id]).toEqual([200, 7]);
      expect(body.result).toMatchObject({
        ...expected,
        resultType: "complete",
        _meta: { "io.modelcontextprotocol/serverInfo": { name: "clew" } },
      });
    });

    test("reports refusals of tools as the other generations do", async () => {
      const { body } = await modern("tools/call", { name: "get_issue", arguments: { issue: "#999" } });
      expect(body.result).toMatchObject({ isError: true, structuredContent: { error: { code: "not_found" } } });
      const read = await modern("resources/read", { uri: "clew://project/secret/issue/foreign-1" });
      expect([read.status, read.body.error]).toMatchObject([200, { code: -32_602, data: { code: "not_found" } }]);
    });

    test("headers and body must agree", async () => {
      const call = { name: "project_info", arguments: {} };
      const plain = "=?base64?cHJvamVjdF9pbmZv?=";
      expect((await modern("tools/call", call, { "mcp-name": plain })).status).toBe(200);
      for (const headers of [
        { "mcp-method": "tools/list" },
        { "mcp-name": "search" },
        { "mcp-protocol-version": "2025-11-25" },
      ] as Record<string, string>[]) {
        const { status, body } = await modern("tools/call", call, headers);
        expect([JSON.stringify(headers), status, body.error?.code]).toEqual([JSON.stringify(headers), 400, -32_020]);
      }
    });

    test("what is wrong has the revision's own numbers", async () => {
      const later = "2099-01-01";
      const unknown = await post(
        { jsonrpc: "2.0", id: 1, method: "tools/list", params: { _meta: envelope(later) } },
        { "mcp-protocol-version": later, "mcp-method": "tools/list" },
      );
      expect([unknown.status, unknown.body.error]).toMatchObject([
        400,
        { code: -32_022, data: { supported: [STATELESS_VERSION], requested: later } },
      ]);
      expect(await modern("no/such")).toMatchObject({ status: 404, body: { error: { code: -32_601 } } });
      expect(await modern("tools/call", { name: 7 })).toMatchObject({
        status: 200,
        body: { error: { code: -32_602 } },
      });
      const bare = await post(
        { jsonrpc: "2.0", id: 1, method: "tools/list" },
        { "mcp-protocol-version": STATELESS_VERSION },
      );
      expect(bare).toMatchObject({ status: 400, body: { error: { code: -32_602 } } });
      const batch = [{ jsonrpc: "2.0", id: 1, method: "tools/list", params: { _meta: envelope(STATELESS_VERSION) } }];
      expect(await post(batch)).toMatchObject({ status: 400, body: { error: { code: -32_600 } } });
      const note = {
        jsonrpc: "2.0",
        method: "notifications/cancelled",
        params: { _meta: envelope(STATELESS_VERSION) },
      };
      expect((await post(note)).status).toBe(202);
    });

    test("reports a refused token before any other error", async () => {
      const { status, body } = await modern("tools/list", {}, { authorization: "Bearer clew_mcp_nonsense" });
      expect([status, body.error?.data]).toEqual([401, { code: "unauthorized" }]);
    });
  });
});
