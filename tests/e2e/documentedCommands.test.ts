/** The commands of the documentation, as they are typed: in a repository, next to a running server with the demo, in the order of the pages. */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { commandBlocks, markFaults } from "../../scripts/site/commandBlocks.ts";
import { documentsOf, siteMap } from "../../scripts/site/siteMap.ts";
import { type ServerProcess, startServerProcess } from "../../scripts/startServerProcess.ts";
import { makeRepository } from "./makeRepository.ts";

const ROOT = join(import.meta.dirname, "../..");
const CLIENT = `/** Follows redirects, and gives up after ten. */
export function followRedirects(url: string, count = 0): string {
  if (count > 10) throw new Error("Redirect loop");
  return url;
}
`;
/** Time for one block; the longest reads a repository for the first time. */
const BLOCK_MS = 120_000;
/** Until the demo has been read. */
const SYNC_MS = 240_000;

const documents = documentsOf(siteMap()).map((path) => ({ path, text: readFileSync(join(ROOT, path), "utf8") }));
const blocks = documents.flatMap(({ path, text }) => commandBlocks(path, text));
const run = blocks.filter(({ reason }) => reason === undefined);
const notRun = blocks.filter(({ reason }) => reason !== undefined);

let scratch: string;
let server: ServerProcess;
let environment: Record<string, string>;

const call = async <T>(path: string, token?: string, body?: object): Promise<T> => {
  const response = await fetch(`${server.url}/api/v1/${path}`, {
    ...(body && { method: "POST", body: JSON.stringify(body) }),
    headers: { "content-type": "application/json", ...(token !== undefined && { authorization: `Token ${token}` }) },
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
};

/** A program of the PATH. */
function addProgram(name: string, text: string): void {
  const file = join(scratch, "bin", name);
  writeFileSync(file, `#!/bin/sh\n${text}\n`);
  chmodSync(file, 0o755);
}

beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), "clew-documented-"));
  for (const name of ["bin", "home", "tmp"]) mkdirSync(join(scratch, name));
  makeRepository(join(scratch, "repository"), [
    { message: "Write the client", files: { "src/http/client.ts": CLIENT } },
    { message: "Detect redirect loops (#1)", files: { "src/http/client.ts": `${CLIENT}export const LIMIT = 10;\n` } },
  ]);
  for (const [name, entry] of [
    ["clew", "clew.ts"],
    ["clew-mcp", "clewMcp.ts"],
  ] as const)
    addProgram(name, `exec "${process.execPath}" "${join(ROOT, "server/cli", entry)}" "$@"`);
  // The scripts of the clone, from any folder.
  const npm = (process.env["PATH"] ?? "")
    .split(delimiter)
    .find((folder) => !folder.includes("node_modules") && spawnSync(join(folder, "npm"), ["--version"]).status === 0);
  addProgram("npm", `exec "${join(npm ?? "", "npm")}" --prefix "${ROOT}" "$@"`);
  const dataDir = join(scratch, "data");
  mkdirSync(dataDir);
  server = await startServerProcess({ dataDir, env: { CLEW_DEMO: "on" } });
  const { email, password } = server.person();
  writeFileSync(join(scratch, "repository", "password.txt"), `${password}\n`);
  const { token } = await call<{ token: string }>("users/login/", undefined, { email, password });
  for (let waited = 0; ; waited += 1000) {
    const { sources } = await call<{ sources?: readonly { ready: boolean }[] }>("projects/tern/search/?q=route", token);
    const issues = await call<{ count: number }>("projects/tern/issues/", token);
    if (sources?.every(({ ready }) => ready) === true && issues.count > 0) break;
    if (waited > SYNC_MS) throw new Error(`The demo was not read: ${JSON.stringify(sources)}`);
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  const projects = await call<readonly { slug: string }[]>("projects/", token);
  const agent = await call<{ token: string }>("users/mcp-tokens/", token, {
    name: "documentation",
    projects: projects.map(({ slug }) => slug),
  });
  const personal = await call<{ token: string }>("users/me/api-tokens/", token, {
    name: "documentation",
    scope: "read",
    projects: null,
    expires_at: new Date(Date.now() + 60 * 60 * 1000).toISOString(),
  });
  environment = {
    PATH: [join(scratch, "bin"), join(ROOT, "node_modules/.bin"), process.env["PATH"] ?? ""].join(delimiter),
    HOME: join(scratch, "home"),
    TMPDIR: join(scratch, "tmp"),
    CLEW: server.url,
    CLEW_DATA: dataDir,
    TOKEN: agent.token,
    API_TOKEN: personal.token,
    npm_config_update_notifier: "false",
  };
}, SYNC_MS + 120_000);
afterAll(async () => {
  await server?.stop();
  rmSync(scratch, { recursive: true, force: true });
});

test("every block of commands is marked, and has a reason where it is not run", () => {
  expect(documents.flatMap(({ path, text }) => markFaults(path, text))).toEqual([]);
});

test("few blocks are not run", () => {
  const lines = notRun.map(({ path, line, reason }) => `  ${path}:${line} ${reason}\n`);
  process.stdout.write(`${run.length} blocks of commands are run, ${notRun.length} are not:\n${lines.join("")}`);
  expect(run.length).toBeGreaterThan(12);
  // A new exception is a decision: change the number with it.
  expect(notRun.length).toBeLessThanOrEqual(15);
});

describe("the commands of", () => {
  test.each(run)("$path:$line", { timeout: BLOCK_MS }, ({ text }) => {
    const { status, stdout, stderr, signal } = spawnSync("bash", ["--norc", "-euo", "pipefail", "-c", text], {
      cwd: join(scratch, "repository"),
      env: environment,
      input: "",
      encoding: "utf8",
      timeout: BLOCK_MS,
    });
    expect({ status, signal }, `${text}\n${stdout}\n${stderr}`).toEqual({ status: 0, signal: null });
  });
});
