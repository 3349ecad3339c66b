/** `clew-mcp` as clients start it: a process that speaks over its standard streams. */
import { spawnSync } from "node:child_process";
import { createServer } from "node:http";
import { once } from "node:events";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TOOLS } from "../../../server/mcp/toolTable.ts";
import { deleteMcpToken } from "../../../server/access/mcpTokens.ts";
import { type McpProject, startMcpProject, tell } from "./mcpProject.ts";

const COMMAND = join(import.meta.dirname, "../../../server/cli/clewMcp.ts");

async function start(url: string, token: string): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  const env = { PATH: process.env["PATH"] ?? "", CLEW_URL: url, CLEW_TOKEN: token };
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [COMMAND], env, stderr: "ignore" }));
  return client;
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
    const closed = createServer().listen(0, "127.0.0.1");
    await once(closed, "listening");
    const address = closed.address();
    const port = typeof address === "object" && address ? address.port : 0;
    await new Promise((resolve) => closed.close(resolve));
    await expect(start(`http://127.0.0.1:${port}`, "clew_mcp_x")).rejects.toThrow("does not answer");
  });

  test("what answers with something else is no Clew server", async () => {
    const other = createServer((_, response) => response.end("<html>")).listen(0, "127.0.0.1");
    await once(other, "listening");
    const address = other.address();
    const port = typeof address === "object" && address ? address.port : 0;
    await expect(start(`http://127.0.0.1:${port}`, "clew_mcp_x")).rejects.toThrow("is no Clew server");
    other.close();
  });

  test("without its two variables it reports what to set, and ends", () => {
    const { status, stderr, stdout } = spawnSync(process.execPath, [COMMAND], { env: {}, encoding: "utf8" });
    expect([status, stdout, stderr]).toEqual([2, "", expect.stringMatching(/CLEW_URL[^]*CLEW_TOKEN/)]);
  });
});
