/**
 * The official programs against our server: the inspector's command line, and the SDK's client of the newest generation that comes with it.
 * They have an install of their own (`npm ci --prefix tests/inspector`); the gate makes it, and without it there is nothing to run.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "../../../scripts/freePort.ts";
import { TOOLS } from "../../../server/mcp/toolTable.ts";
import { type McpProject, startMcpProject } from "./mcpProject.ts";
import { allow, redirectOf } from "./oauthClient.ts";
import { productEntry } from "../support/productEntry.ts";

const MODULES = join(import.meta.dirname, "../../inspector/node_modules");
const INSPECTOR = join(MODULES, "@modelcontextprotocol/inspector/clients/launcher/build/index.js");
const CLIENT = join(MODULES, "@modelcontextprotocol/client/dist");
const COMMAND = productEntry("clewMcp");

/** As much of the newest client as is used here; its types are in the other install. */
interface NewestClient {
  connect(transport: object): Promise<void>;
  getProtocolEra(): string;
  listTools(): Promise<{ tools: unknown[] }>;
  callTool(call: object): Promise<{ content: { text: string }[]; isError?: boolean }>;
  readResource(asked: { uri: string }): Promise<{ contents: { text: string }[] }>;
  close(): Promise<void>;
}
type Made<T> = new (...given: unknown[]) => T;

describe.skipIf(!existsSync(INSPECTOR))("official programs", () => {
  const home = mkdtempSync(join(tmpdir(), "clew-inspector-"));
  let project: McpProject;
  let secret: string;
  beforeAll(async () => {
    project = await startMcpProject("pglite");
    secret = (await project.token()).secret;
  });
  afterAll(async () => {
    await project.stop();
    rmSync(home, { recursive: true, force: true });
  });

  const stdio = () => ({ CLEW_URL: project.server.url, CLEW_TOKEN: secret });
  const doors = {
    http: () => [`${project.server.url}/mcp`, "--transport", "http", "--header", `Authorization: Bearer ${secret}`],
    stdio: () => [
      process.execPath,
      COMMAND,
      ...Object.entries(stdio()).flatMap(([name, value]) => ["-e", `${name}=${value}`]),
    ],
  };

  /** Runs the inspector once. @returns what it printed, parsed */
  function inspect(door: keyof typeof doors, args: readonly string[]): Promise<Record<string, unknown[]>> {
    const all = [INSPECTOR, "--cli", ...doors[door](), ...args];
    const child = spawn(process.execPath, all, { env: { PATH: process.env["PATH"] ?? "", HOME: home } });
    let [out, said] = ["", ""];
    child.stdout.on("data", (part: Buffer) => (out += part.toString()));
    child.stderr.on("data", (part: Buffer) => (said += part.toString()));
    return new Promise((resolve, reject) => {
      child.on("close", (status) => {
        if (status === 0) resolve(JSON.parse(out) as Record<string, unknown[]>);
        else reject(new Error(`${status}: ${said}${out}`));
      });
    });
  }

  test.each(["http", "stdio"] as const)("the inspector over %s", async (door) => {
    expect((await inspect(door, ["--method", "tools/list", "--strict"]))["tools"]).toHaveLength(TOOLS.length);
    const call = ["--method", "tools/call", "--tool-name", "search", "--tool-arg", "query=redirect loop"];
    expect((await inspect(door, call))["content"]).toEqual([
      { type: "text", text: expect.stringContaining("src/http/client.ts") },
    ]);
    expect((await inspect(door, ["--method", "resources/list"]))["resources"]?.length).toBeGreaterThan(1);
    expect((await inspect(door, ["--method", "prompts/list"]))["prompts"]).toHaveLength(3);
  });

  test("the inspector gets access by OAuth", async () => {
    const { server, member } = project;
    const port = await freePort();
    const args = [`${server.url}/mcp`, "--transport", "http", "--method", "tools/list"];
    const child = spawn(
      process.execPath,
      [INSPECTOR, "--cli", ...args, "--callback-url", `http://127.0.0.1:${port}/oauth/callback`],
      // Without a terminal it signs in only with this setting, and without a PATH it opens no browser.
      { env: { PATH: "", HOME: home, MCP_AUTO_OPEN_ENABLED: "true" } },
    );
    let [out, said] = ["", ""];
    child.stdout.on("data", (part: Buffer) => (out += part.toString()));
    child.stderr.on("data", (part: Buffer) => (said += part.toString()));
    const asked = (): string => /https?:\/\/\S+\/oauth\/authorize\?(\S+)/.exec(out + said)?.[1] ?? "";
    await expect.poll(asked, { timeout: 30_000 }).not.toBe("");
    // The browser of the user goes where the page of consent sends it.
    const back = redirectOf(await allow(server, member.token, asked()));
    expect((await fetch(back)).status).toBe(200);
    const [status] = (await once(child, "close")) as [number];
    expect([status, said]).toEqual([0, expect.any(String)]);
    expect(out).toContain("search");
    const listed = await server.call("GET", "users/mcp-tokens/", { token: member.token });
    expect(listed.body).toContainEqual(
      expect.objectContaining({ client: { kind: "loopback", name: `127.0.0.1:${port}` } }),
    );
  });

  test("the newest client speaks the newest generation by itself, over both", async () => {
    const [{ Client, StreamableHTTPClientTransport }, { StdioClientTransport }] = (await Promise.all([
      import(`${CLIENT}/index.mjs`),
      import(`${CLIENT}/stdio.mjs`),
    ])) as [
      { Client: Made<NewestClient>; StreamableHTTPClientTransport: Made<object> },
      { StdioClientTransport: Made<object> },
    ];
    const headers = { authorization: `Bearer ${secret}` };
    const env = { PATH: process.env["PATH"] ?? "", ...stdio() };
    for (const transport of [
      new StreamableHTTPClientTransport(new URL(`${project.server.url}/mcp`), { requestInit: { headers } }),
      new StdioClientTransport({ command: process.execPath, args: [COMMAND], env }),
    ]) {
      const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: "auto" } });
      await client.connect(transport);
      expect(client.getProtocolEra()).toBe("modern");
      expect((await client.listTools()).tools).toHaveLength(TOOLS.length);
      const { content, isError } = await client.callTool({ name: "get_issue", arguments: { issue: "#1" } });
      expect([isError, content[0]?.text]).toEqual([undefined, expect.stringContaining("followRedirects")]);
      const { contents } = await client.readResource({ uri: "clew://project/sample/issue/%231" });
      expect(contents[0]?.text).toContain("<untrusted");
      await client.close();
    }
  });
});
