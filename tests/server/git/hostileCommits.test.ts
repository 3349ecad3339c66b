/** Paths and dates that no well-meant repository has. */
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BusyClock } from "../../../server/concurrency.ts";
import { readCommitsBetween } from "../../../server/git/readBetween.ts";
import { readBlame } from "../../../server/git/readBlame.ts";
import { readFileHistory } from "../../../server/git/readFileHistory.ts";
import { findDeepestFolder } from "../../../server/git/readFolder.ts";
import { git, makeRepository, temporaryFolder } from "../sources/gitFixture.ts";

const LIMITS = { maxBytes: 1 << 20, most: 10, timeoutMs: 25_000 };
const { signal } = new AbortController();
let folder: ReturnType<typeof temporaryFolder>;
let gitDir: string;
let head: string;

beforeAll(() => {
  folder = temporaryFolder();
  gitDir = join(folder.path, "origin.git");
  head = makeRepository(gitDir, [
    { message: "one", files: { "a/b/c/deep.ts": "1\n", "a/-x/[*]/odd.ts": "1\n", "file.ts": "1\n" } },
  ]);
});
afterAll(() => folder.remove());

test.each([
  ["a/b/c/none/x.ts", "a/b/c"],
  ["a/none/c/x.ts", "a"],
  ["a/-x/[*]/none/x.ts", "a/-x/[*]"],
  ["file.ts/x.ts", ""],
  ["none.ts", ""],
  [`a/b/${"c/".repeat(2000)}x.ts`, "a/b/c"],
])("the deepest folder on the way to a path is found: %s", async (path, expected) => {
  expect(await findDeepestFolder(gitDir, head, path, signal)).toBe(expected);
});

test.each([
  ["99999999999999", 0],
  ["253402300800", 0],
  ["253402300799", 253_402_300_799],
])("a commit that was written at %s seconds has a readable date", async (seconds, expected) => {
  const other = join(folder.path, `dates-${seconds}.git`);
  const newest = makeRepository(other, [
    { message: "one", files: { "a.ts": "1\n" } },
    { message: "two", files: { "a.ts": "1\n2\n" }, time: Number(seconds) },
  ]);
  const oldest = git(other, "rev-parse", `${newest}~1`);
  const times = (commits: readonly { readonly authoredAt: number }[]) => commits.map(({ authoredAt }) => authoredAt);
  const between = await readCommitsBetween(other, { base: oldest, head: newest, most: 10 }, signal);
  expect(times(between.commits)).toEqual([expected]);
  expect(times((await readFileHistory(other, newest, "a.ts", LIMITS, signal)).changes)).toContain(expected);
  expect(times((await readBlame(other, newest, "a.ts", LIMITS, signal)).commits)).toContain(expected);
});

test("a blame runs no program that the repository names", async () => {
  const other = join(folder.path, "textconv.git");
  const newest = makeRepository(other, [{ message: "one", files: { "a.ts": "1\n" } }]);
  const mark = join(folder.path, "ran");
  const program = join(folder.path, "textconv.sh");
  writeFileSync(program, `#!/bin/sh\ntouch '${mark}'\ncat "$1"\n`, { mode: 0o755 });
  git(other, "config", "diff.evil.textconv", program);
  writeFileSync(join(other, "info", "attributes"), "*.ts diff=evil\n");
  git(other, "blame", newest, "--", "a.ts");
  expect(existsSync(mark)).toBe(true);
  rmSync(mark);
  expect((await readBlame(other, newest, "a.ts", LIMITS, signal)).ranges).toHaveLength(1);
  expect(existsSync(mark)).toBe(false);
});

test("a clock counts overlapping pieces of work once, and each end once", async () => {
  const startedAt = performance.now();
  const clock = new BusyClock();
  const [first, second] = [clock.begin(), clock.begin()];
  await new Promise((resolve) => setTimeout(resolve, 30));
  first();
  first();
  await new Promise((resolve) => setTimeout(resolve, 30));
  second();
  const { totalMs } = clock;
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(clock.totalMs).toBe(totalMs);
  expect(totalMs).toBeGreaterThan(50);
  expect(totalMs).toBeLessThanOrEqual(performance.now() - startedAt);
});
