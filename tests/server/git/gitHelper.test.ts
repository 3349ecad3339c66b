/** The process that starts git for a server: it ends with the server, and one that is lost is replaced. */
import { execFileSync } from "node:child_process";
import { getPriority } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { GitStoppedError } from "../../../server/git/gitErrors.ts";
import { GitHelper } from "../../../server/git/GitHelper.ts";
import type { RunningGit } from "../../../server/git/gitProcess.ts";
import { remoteGit } from "../../../server/git/gitRelayClient.ts";
import { openGitRelay } from "../../../server/git/gitRelayOwner.ts";
import { temporaryFolder } from "../sources/gitFixture.ts";
import { bombTree, commitTree, emptyRepository, smallTree } from "./hostileTrees.ts";

let folder: ReturnType<typeof temporaryFolder>;
let helper: GitHelper;
beforeEach(() => {
  folder = temporaryFolder();
  helper = new GitHelper();
});
afterEach(() => {
  helper.close();
  folder.remove();
});

async function outputOf(git: RunningGit): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of git.stdout) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Ids of the running children of a process, by Linux. */
const childrenOf = (pid: number): string =>
  execFileSync("ps", ["--ppid", String(pid), "-o", "pid=,stat=,comm="], { encoding: "utf8" })
    .split("\n")
    .filter((line) => line.trim() !== "")
    .join("\n");
const childrenOrNone = (pid: number): string => {
  try {
    return childrenOf(pid);
  } catch {
    return ""; // ps ends with 1 where it lists nothing
  }
};

/** A listing that does not end for hours. */
function endlessListing(signal?: AbortSignal, isBackground = false): RunningGit {
  const repository = emptyRepository(folder.path, "bomb.git");
  const commit = commitTree(repository, bombTree(repository));
  return helper.spawn([`--git-dir=${repository}`, "ls-tree", "-r", "-z", commit], { signal, isBackground });
}
const firstChunk = (git: RunningGit): Promise<void> =>
  new Promise((resolve) => git.stdout.once("data", () => resolve()));

test("the output of a git of the helper is that of git of any size", async () => {
  const repository = emptyRepository(folder.path, "large.git");
  const text = Array.from({ length: 200_000 }, (_, line) => `line ${line} ı\n`).join("");
  const commit = commitTree(repository, smallTree(repository, { "large.txt": text }));
  const git = helper.spawn([`--git-dir=${repository}`, "cat-file", "--batch"], {});
  git.stdin.end(`${commit}:large.txt\nnothing\n`);
  const output = (await outputOf(git)).toString();
  expect(output.slice(output.indexOf("\n") + 1)).toBe(`${text}\nnothing missing\n`);
  expect(await git.ended).toEqual({ code: 0, stderr: "" });
  // The exit status, the error stream and its lines come along.
  const lines: string[] = [];
  const failing = helper.spawn([`--git-dir=${join(folder.path, "none.git")}`, "log"], {
    onLine: (line) => lines.push(line),
  });
  failing.stdout.resume();
  const { code, stderr } = await failing.ended;
  expect(code).toBe(128);
  expect(stderr).toContain("not a git repository");
  expect(lines.join("\n")).toContain("not a git repository");
});

test("a reader that waits holds git back, and a git that is cancelled or late is killed", async () => {
  const controller = new AbortController();
  const git = endlessListing(controller.signal);
  await firstChunk(git);
  git.stdout.pause();
  controller.abort(new Error("enough"));
  git.stdout.resume();
  await expect(git.ended).rejects.toMatchObject({ reason: "aborted" });
  const late = helper.spawn(["--git-dir", join(folder.path, "bomb.git"), "cat-file", "--batch"], { timeoutMs: 300 });
  late.stdout.resume();
  await expect(late.ended).rejects.toThrow(GitStoppedError);
  await expect(late.ended).rejects.toMatchObject({ reason: "timeout" });
  await expect.poll(() => childrenOrNone(helper.pid ?? 0)).toBe("");
});

test("a helper that is killed fails what ran in it, and the next git runs in another one", async () => {
  const git = endlessListing();
  await firstChunk(git);
  git.stdout.resume();
  const before = helper.pid ?? 0;
  process.kill(before, "SIGKILL");
  await expect(git.ended).rejects.toThrow("The process that starts git has ended.");
  const next = helper.spawn(["--version"], {});
  expect((await outputOf(next)).toString()).toMatch(/^git version/);
  expect((await next.ended).code).toBe(0);
  expect(helper.pid).not.toBe(before);
});

test("what runs in the helper ends with it", async () => {
  const git = endlessListing();
  await firstChunk(git);
  git.stdout.resume();
  const pid = helper.pid ?? 0;
  const [listing = ""] = childrenOf(pid).trim().split(/\s+/);
  expect(Number(listing)).toBeGreaterThan(0);
  helper.close();
  await expect(git.ended).rejects.toThrow("The process that starts git has ended.");
  const isRunning = (id: number): boolean => {
    try {
      return !execFileSync("ps", ["-o", "stat=", "-p", String(id)], { encoding: "utf8" }).startsWith("Z");
    } catch {
      return false;
    }
  };
  await expect.poll(() => isRunning(pid), { timeout: 10_000 }).toBe(false);
  await expect.poll(() => isRunning(Number(listing)), { timeout: 10_000 }).toBe(false);
  expect(() => helper.spawn(["--version"], {})).toThrow("closed");
});

test("a git that no user waits for has a lower priority in the helper too", async () => {
  const controller = new AbortController();
  const git = endlessListing(controller.signal, true);
  await firstChunk(git);
  const pid = Number.parseInt(childrenOf(helper.pid ?? 0), 10);
  expect(getPriority(pid)).toBe(Math.min(19, getPriority() + 10));
  controller.abort(new Error("enough"));
  git.stdout.resume();
  await expect(git.ended).rejects.toMatchObject({ reason: "aborted" });
});

test("a thread that reads slowly gets all output of the helper, also what it reads after git has ended", async () => {
  const repository = emptyRepository(folder.path, "slow.git");
  const text = Array.from({ length: 250_000 }, (_, line) => `line ${line}\n`).join("");
  const commit = commitTree(repository, smallTree(repository, { "large.txt": text }));
  const port = openGitRelay(helper.spawn);
  const thread = remoteGit(port);
  port.on("message", thread.receive);
  try {
    const git = thread.spawn([`--git-dir=${repository}`, "cat-file", "blob", `${commit}:large.txt`], {});
    const chunks: Buffer[] = [];
    for await (const chunk of git.stdout) {
      chunks.push(chunk as Buffer);
      if (chunks.length === 1) await delay(1000);
    }
    expect(Buffer.concat(chunks).toString()).toBe(text);
    expect(await git.ended).toEqual({ code: 0, stderr: "" });
  } finally {
    port.close();
  }
});
