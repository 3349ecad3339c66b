/** `clew lsp` and the protocol: handshake, ends, malformed and large input, and what standard output has. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { TemporaryRepository } from "../index/temporaryRepository.ts";
import { EditorClient, ENTRY } from "./EditorClient.ts";

const home = mkdtempSync(join(tmpdir(), "clew-editor-"));
const repository = new TemporaryRepository();
const clone = repository.folder;
const running: EditorClient[] = [];

beforeAll(() => {
  repository.commit("Begin", { "a.ts": "export const a = 1; // #1\n" });
});
afterEach(async () => {
  for (const editor of running.splice(0)) {
    editor.child.kill("SIGKILL");
    await editor.exited();
  }
});
afterAll(() => {
  repository.remove();
  rmSync(home, { recursive: true, force: true });
});

const environment = () => ({ XDG_CONFIG_HOME: home, XDG_CACHE_HOME: join(home, "cache"), HOME: home });
async function startLocally(): Promise<EditorClient> {
  const editor = await EditorClient.start({ folder: clone, args: ["--local"], env: environment() });
  running.push(editor);
  return editor;
}

describe("the protocol", () => {
  test("declares UTF-16, ends with 0 after a shutdown, and with 1 without", async () => {
    const editor = new EditorClient({ folder: clone, args: ["--local", "--stdio"], env: environment() });
    running.push(editor);
    const { capabilities } = await editor.initialize({ folder: clone, env: {} });
    expect(capabilities).toMatchObject({ positionEncoding: "utf-16", textDocumentSync: { change: 2 } });
    expect(await editor.stop()).toBe(0);
    const second = await startLocally();
    second.child.stdin?.end();
    expect(await second.exited()).toBe(1);
  });

  test("malformed messages and parameters end nothing", async () => {
    const editor = await startLocally();
    const broken = '{"jsonrpc":"2.0","id":';
    editor.child.stdin?.write(`Content-Length: ${broken.length}\r\n\r\n${broken}`);
    await expect(editor.connection.sendRequest("textDocument/hover", { position: 7 })).resolves.toBeNull();
    await expect(editor.connection.sendRequest("textDocument/hover", [])).rejects.toMatchObject({ code: -32_602 });
    await expect(editor.connection.sendRequest("clew/unknown", {})).rejects.toMatchObject({ code: -32_601 });
    await expect(editor.run("clew.unknown", {})).rejects.toMatchObject({
      message: expect.stringContaining("clew.unknown"),
    });
    await expect(editor.run("clew.experts", { uri: "file:///nowhere/a.ts" })).resolves.toBeNull();
    await expect(
      editor.ask("textDocument/hover", "../../etc/passwd", { position: { line: -1, character: 1e9 } }),
    ).resolves.toBeNull();
    expect(await editor.stop()).toBe(0);
  });

  test("a document of many megabytes is answered", async () => {
    const editor = await startLocally();
    const text = "const a = 1; // #1\n".repeat(300_000);
    await editor.open("huge.ts", text);
    expect(await editor.ask("textDocument/documentLink", "huge.ts")).toEqual([]);
    expect(await editor.hover("huge.ts", { line: 299_000, character: 7 })).toBeNull();
    expect(await editor.stop()).toBe(0);
  });

  test("the process ends with its client", async () => {
    const editor = new EditorClient({ folder: clone, args: ["--local"], env: environment() });
    running.push(editor);
    const parent = execFileSync(process.execPath, ["-p", "process.pid"], { encoding: "utf8" });
    await editor.connection.sendRequest("initialize", { processId: Number(parent), rootUri: null, capabilities: {} });
    expect(await editor.exited()).toBe(1);
  });

  test("what the program prints elsewhere goes to standard error, between the messages", async () => {
    const preloaded = join(home, "stray.mjs");
    writeFileSync(preloaded, 'process.on("SIGUSR2", () => console.log("a stray line"));');
    const editor = await EditorClient.start({
      folder: clone,
      args: ["--local"],
      env: { ...environment(), NODE_OPTIONS: `--import=${preloaded}` },
    });
    running.push(editor);
    editor.child.kill("SIGUSR2");
    await vi.waitUntil(() => editor.said.includes("a stray line"), { timeout: 10_000 });
    expect(await editor.stop()).toBe(0);
  });

  test("the wrong call and an end of the input without a message have their statuses", () => {
    const run = (...args: string[]) => {
      const { status, stdout } = spawnSync(process.execPath, [ENTRY, "lsp", ...args], {
        env: { ...process.env, ...environment() },
        input: "",
        encoding: "utf8",
      });
      return [status, stdout];
    };
    expect(run("--tcp")).toEqual([2, ""]);
    expect(run()).toEqual([1, ""]);
  });
});
