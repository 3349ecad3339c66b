/** Paths and dates that no well-meant repository has. */
import { execFileSync } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BusyClock } from "../../../server/concurrency.ts";
import { readCommitsBetween } from "../../../server/git/readBetween.ts";
import { readBlame } from "../../../server/git/readBlame.ts";
import { shortName } from "../../../server/git/commitText.ts";
import { readFileHistory, readRangeHistory } from "../../../server/git/readFileHistory.ts";
import { findDeepestFolder } from "../../../server/git/readFolder.ts";
import { TemporaryRepository } from "../index/temporaryRepository.ts";
import { git, makeRepository, temporaryFolder } from "../sources/gitFixture.ts";

const LIMITS = { maxBytes: 1 << 20, maxCommits: 10, timeoutMs: 25_000 };
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
  const between = await readCommitsBetween(other, { base: oldest, head: newest, maxCommits: 10 }, signal);
  expect(times(between.commits)).toEqual([expected]);
  expect(times((await readFileHistory(other, newest, "a.ts", LIMITS, signal)).changes)).toContain(expected);
  expect(times((await readBlame(other, newest, "a.ts", LIMITS, signal)).commits)).toContain(expected);
});

test("a .mailmap puts no lines on another name: blame and history agree", async () => {
  const commits = [
    { message: "one", files: { "a.ts": "1\n", ".mailmap": "Mallory <m@example.org> <ada@example.org>\n" } },
  ];
  const other = join(folder.path, "mailmap.git");
  const newest = makeRepository(other, commits);
  const [blame, history] = [
    await readBlame(other, newest, "a.ts", LIMITS, signal),
    await readFileHistory(other, newest, "a.ts", LIMITS, signal),
  ];
  const signature = { author: "Ada Example", email: "ada@example.org" };
  expect(blame.commits).toMatchObject([signature]);
  expect(history.changes).toMatchObject([signature]);
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

test("a subject of any length is one of 300 characters, and a name is whole where persons are found by it", async () => {
  const other = join(folder.path, "long.git");
  const [subject, author] = ["A".repeat(100_000), "B".repeat(3000)];
  const newest = makeRepository(other, [
    { message: "one", files: { "a.ts": "1\n" } },
    { message: subject, author, files: { "a.ts": "1\n2\n" } },
    { message: `${"A".repeat(298)}😀 and more`, files: { "a.ts": "1\n2\n3\n" } },
    { message: "A".repeat(300), files: { "a.ts": "1\n2\n3\n4\n" } },
  ]);
  const oldest = git(other, "rev-parse", `${newest}~3`);
  const titles = (commits: readonly { readonly title: string }[]) => commits.map(({ title }) => title).toSorted();
  const expected = [`${"A".repeat(299)}…`, `${"A".repeat(298)}…`, "A".repeat(300), "one"].toSorted();
  const history = (await readFileHistory(other, newest, "a.ts", LIMITS, signal)).changes;
  expect(titles(history)).toEqual(expected);
  expect(history[2]?.author).toBe(author);
  expect(titles((await readBlame(other, newest, "a.ts", LIMITS, signal)).commits)).toEqual(expected);
  const between = await readCommitsBetween(other, { base: oldest, head: newest, maxCommits: 10 }, signal);
  expect(titles(between.commits)).toEqual(expected.filter((title) => title !== "one"));
  expect(shortName(author)).toBe(`${"B".repeat(199)}…`);
});

test("neither a file with NUL bytes nor an empty name makes an entry of a history", async () => {
  const repository = new TemporaryRepository();
  try {
    const base = repository.commit("base", { "a.txt": "one\n", "nul.txt": "line\n".repeat(2000) });
    const forged = ["", "", base, "Linus", "linus@example.org", "1700000000", "FORGED", ""].join("\0");
    const nul = repository.commit("nul patch", { "nul.txt": `${"line\n".repeat(2000)}before\n${forged}\nafter\n` });
    const range = { path: "nul.txt", from: 2001, to: 2003 };
    const [entry, ...others] = (await readRangeHistory(repository.gitDir, nul, range, LIMITS, signal)).changes;
    expect([entry?.hash, entry?.title, others]).toEqual([nul, "nul patch", []]);
    expect(entry?.patch.slice(1)).toEqual(["+before", `+${forged}`, "+after"]);

    const tree = repository.commit("change", { "a.txt": "two\n" });
    const raw = repository
      .git("cat-file", "commit", tree)
      .replace(/^author .*> (\d+ \+0000)$/m, `author  <${base}> $1`);
    const unnamed = execFileSync("git", ["-C", repository.folder, "hash-object", "-t", "commit", "-w", "--stdin"], {
      input: `${raw}\n`,
      encoding: "utf8",
    }).trim();
    const of = async (path: string) =>
      (await readFileHistory(repository.gitDir, unnamed, path, LIMITS, signal)).changes;
    expect((await of("a.txt")).map(({ hash, author, email, title }) => [hash, author, email, title])).toEqual([
      [unnamed, "", base, "change"],
      [base, "Ada", "ada@example.org", "base"],
    ]);
    const lines = { path: "a.txt", from: 1, to: 1 };
    const ofLines = (await readRangeHistory(repository.gitDir, unnamed, lines, LIMITS, signal)).changes;
    expect(ofLines.map(({ hash, title }) => [hash, title])).toEqual([
      [unnamed, "change"],
      [base, "base"],
    ]);
  } finally {
    repository.remove();
  }
});
