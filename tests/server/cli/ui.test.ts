/** `clew ui`: one process, a repository, and a link that signs in. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { SearchAnswer } from "../../../contract/search/search.ts";
import { User } from "../../../contract/access/users.ts";
import { TemporaryRepository } from "../index/temporaryRepository.ts";
import { productEntry } from "../support/productEntry.ts";

const ENTRY = productEntry("clew");
const repository = new TemporaryRepository();
/** For the app, and for temporary files. */
let folder: string;
let running: ChildProcess | undefined;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "clew-ui-test-"));
  writeFileSync(join(folder, "index.html"), "<!doctype html><title>App</title>");
  mkdirSync(join(folder, "tmp"));
  repository.commit("Add the loom", { "src/loom.ts": "export const heddle = 1;\n" });
});
afterEach(() => running?.kill("SIGKILL"));
afterAll(() => {
  repository.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** As below npm, which passes on signals. */
const environment = () => ({
  ...process.env,
  npm_execpath: "/usr/lib/npm",
  CLEW_DIST: folder,
  TMPDIR: join(folder, "tmp"),
});

/** Starts it in a folder. @returns the link */
async function start(cwd: string): Promise<URL> {
  const child = spawn(process.execPath, [ENTRY, "ui", "--no-open"], { cwd, env: environment() });
  running = child;
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (said += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
  await vi.waitFor(() => expect(said).toContain("Press Ctrl+C"), { timeout: 60_000 });
  expect(said).toContain(`Clew shows ${repository.folder} at`);
  return new URL(/http:\S+/.exec(said)?.[0] ?? "");
}

/** What the page of the link does. */
async function signIn(link: URL) {
  const page = await fetch(link);
  const html = await page.text();
  const [, token] = /"authToken", "([^"]+)"/.exec(html) ?? [];
  return { page, token, path: /replace\("([^"]+)"\)/.exec(html)?.[1] };
}

test("shows the repository of a folder below its top to who has the link, and leaves nothing behind", async () => {
  const link = await start(join(repository.folder, "src"));
  expect(link.hostname).toBe("127.0.0.1");
  const { page, token, path } = await signIn(link);
  expect(page.headers.get("cache-control")).toBe("no-store");
  const headers = { authorization: `Token ${token}` };
  const me = User.parse(await (await fetch(new URL("/api/v1/users/me/", link), { headers })).json());
  expect(me).toMatchObject({ projects_count: 1 });
  const slug = path?.split("/").at(-1) ?? "";
  await vi.waitFor(
    async () => {
      const found = await fetch(new URL(`/api/v1/projects/${slug}/search/?q=heddle`, link), { headers });
      expect(SearchAnswer.parse(await found.json()).results.map((result) => result.path)).toContain("src/loom.ts");
    },
    { timeout: 60_000 },
  );
  expect(readdirSync(join(folder, "tmp")).filter((name) => name.startsWith("clew-ui-"))).toHaveLength(1);
  // npm passes on the signal that the terminal has sent.
  running?.kill("SIGINT");
  running?.kill("SIGINT");
  expect(await once(running ?? process, "exit")).toEqual([0, null]);
  expect(readdirSync(join(folder, "tmp")).filter((name) => name.startsWith("clew-ui-"))).toEqual([]);
});

test("another link signs no one in, and the data of a killed process is deleted by the next one", async () => {
  const link = await start(repository.folder);
  const other = new URL(`${link.pathname.slice(0, -1)}_`, link);
  expect(await signIn(other)).toMatchObject({ token: undefined });
  running?.kill("SIGKILL");
  await once(running ?? process, "exit");
  const [left = ""] = readdirSync(join(folder, "tmp")).filter((name) => name.startsWith("clew-ui-"));
  expect(left).not.toBe("");
  await start(repository.folder);
  expect(existsSync(join(folder, "tmp", left))).toBe(false);
});

test("a folder without a repository is a sentence, and a port that is none a wrong call", () => {
  const clew = (...args: string[]) =>
    spawnSync(process.execPath, [ENTRY, "ui", ...args], { encoding: "utf8", env: environment() });
  const none = clew("--repo", join(folder, "tmp"));
  expect([none.status, none.stderr]).toEqual([1, `${join(folder, "tmp")} is not in a git repository.\n`]);
  expect(clew("--port", "70000")).toMatchObject({ status: 2, stdout: "" });
});
