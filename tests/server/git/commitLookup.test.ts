import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  findCommit,
  findCommitsAlike,
  findMergeBase,
  isAncestor,
  resolveCommit,
} from "../../../server/git/commitLookup.ts";
import { GitReadError } from "../../../server/git/gitErrors.ts";
import { gitEnvironment, NO_ACCESS } from "../../../server/git/gitProcess.ts";
import { git, makeRepository, temporaryFolder } from "../sources/gitFixture.ts";

const NONE = "0123456789012345678901234567890123456789";
let folder: ReturnType<typeof temporaryFolder>;
let gitDir: string;
let head: string;
let first: string;
let unrelated: string;

beforeAll(() => {
  folder = temporaryFolder();
  gitDir = join(folder.path, "origin.git");
  unrelated = makeRepository(gitDir, [{ message: "elsewhere", files: { b: "1" } }], { branch: "other" });
  head = makeRepository(gitDir, [
    { message: "one", files: { a: "1" } },
    { message: "two", files: { a: "2" } },
  ]);
  first = git(gitDir, "rev-parse", `${head}~1`);
});
afterAll(() => folder.remove());

test("a revision names a commit, or null", async () => {
  expect(await findCommit(gitDir, "main")).toBe(head);
  expect(await findCommit(gitDir, `${head.slice(0, 10)}~1`)).toBe(first);
  const blob = git(gitDir, "rev-parse", `${head}:a`);
  for (const revision of ["none", NONE, blob, `${head}~2`, "--all", "", "a..b"])
    expect(await findCommit(gitDir, revision), revision).toBeNull();
  await expect(resolveCommit(gitDir, "none")).rejects.toThrow(GitReadError);
});

test("commits that begin alike are all told, and other objects are none of them", async () => {
  expect(await findCommitsAlike(gitDir, head)).toEqual([head]);
  const all = git(gitDir, "rev-list", "--all").split("\n");
  const alike = all.filter((one) => one.startsWith(head.slice(0, 4)));
  expect((await findCommitsAlike(gitDir, head.slice(0, 4))).toSorted()).toEqual(alike.toSorted());
  for (const digits of [NONE, git(gitDir, "rev-parse", `${head}:a`)])
    expect(await findCommitsAlike(gitDir, digits), digits).toEqual([]);
  await expect(findCommitsAlike(gitDir, "--all")).rejects.toThrow(TypeError);
});

test("ancestry and merge bases, also of commits that are not there", async () => {
  expect(await isAncestor(gitDir, first, head)).toBe(true);
  expect(await isAncestor(gitDir, head, first)).toBe(false);
  expect(await isAncestor(gitDir, NONE, head)).toBe(false);
  expect(await findMergeBase(gitDir, first, head)).toBe(first);
  expect(await findMergeBase(gitDir, unrelated, head)).toBeNull();
  expect(await findMergeBase(gitDir, NONE, head)).toBeNull();
});

test("a repository that cannot be read, a signal and a limit of time are no answer", async () => {
  const broken = join(folder.path, "broken.git");
  git(folder.path, "clone", "-q", "--bare", gitDir, broken);
  rmSync(join(broken, "HEAD"));
  await expect(findCommit(broken, "main")).rejects.toThrow(GitReadError);
  await expect(isAncestor(broken, first, head)).rejects.toThrow(GitReadError);
  const reason = new Error("cancelled");
  await expect(findCommit(gitDir, "main", AbortSignal.abort(reason))).rejects.toBe(reason);
  await expect(isAncestor(gitDir, first, head, undefined, 0)).rejects.toMatchObject({ reason: "timeout" });
});

test("git takes no attributes and no .mailmap from the commits of a repository", () => {
  const environment = Object.values(gitEnvironment(NO_ACCESS));
  expect(environment).toContain("attr.tree");
  expect(environment).toContain("mailmap.blob");
});
