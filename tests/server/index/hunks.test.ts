import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { type CommitsPart, blobsOf, emptyManifest, withPart } from "../../../server/index/manifest.ts";
import { createFileBlobs } from "../../../server/index/blobs/blobs.ts";
import { buildCommits } from "../../../server/index/build/buildCommits.ts";
import { plainContext } from "../../../server/index/build/buildContext.ts";
import { readHunks } from "../../../server/git/readHunks.ts";
import { IndexCache } from "../../../server/index/IndexCache.ts";
import { TemporaryRepository } from "./temporaryRepository.ts";

const lines = (...texts: readonly string[]): string => texts.map((text) => `${text}\n`).join("");

const repository = new TemporaryRepository();
const folder = mkdtempSync(join(tmpdir(), "clew-hunks-"));
const blobs = createFileBlobs(folder);
const first = repository.commit("First", {
  "src/a.py": lines("one", "two", "three", "four"),
  "src/with space.py": lines("-- a/x", "++ b/y"),
  "notes.md": lines("one"),
  "tests/test_a.py": lines("one"),
});
const second = repository.commit("Second", {
  "src/a.py": lines("zero", "one", "two", "3", "four"),
  // Lines that look like the headers of a patch, on both sides, and a file without a last newline.
  "src/with space.py": "-- b/x\n++ c/y\n@@ -1 +1 @@",
  "notes.md": lines("two"),
  "tests/test_a.py": lines("two"),
});
const third = repository.commit("Third", { "src/a.py": lines("zero", "four"), "src/new.py": lines("new") });
afterAll(() => {
  repository.remove();
  rmSync(folder, { recursive: true, force: true });
});

const build = (commit: string, previous: CommitsPart | null = null, mostHunkCommits?: number) =>
  buildCommits(
    {
      gitDir: repository.gitDir,
      commit,
      source: "r1",
      previous,
      ...(mostHunkCommits === undefined ? {} : { maxHunkCommits: mostHunkCommits }),
    },
    plainContext(blobs),
  );

/** What an index knows of the lines of a file: the subject of each commit with its hunks. */
async function linesOf(part: CommitsPart, path: string): Promise<[string, number[]][] | undefined> {
  const { commits } = await new IndexCache(blobs).open(withPart(emptyManifest(), { commits: part }));
  const [opened] = commits;
  return opened?.hunks?.ofPath(path).map(({ commit, hunks }) => [opened.table.subject(commit), [...hunks]]);
}

const A = [
  ["Third", [2, 3, 1, 0]],
  ["Second", [0, 0, 1, 1, 3, 1, 4, 1]],
];

describe("the lines that commits changed", () => {
  test("are read of earlier code, newest first", async () => {
    const found: [string, string, readonly number[]][] = [];
    for await (const { hash, path, hunks } of readHunks(repository.gitDir, third, 10)) found.push([hash, path, hunks]);
    expect(found).toEqual([
      [third, "src/a.py", [2, 3, 1, 0]],
      [second, "src/a.py", [0, 0, 1, 1, 3, 1, 4, 1]],
      [second, "src/with space.py", [1, 2, 1, 3]],
    ]);
  });

  test("are found by their file and named by the index, so that the collector keeps them", async () => {
    const part = await build(third);
    expect(await linesOf(part, "src/a.py")).toEqual(A);
    expect(await linesOf(part, "src/new.py")).toEqual([]);
    expect(blobsOf(withPart(emptyManifest(), { commits: part }))).toContain(part.hunks);
  });

  test("grow by those of new commits, and end at the newest commits that are kept", async () => {
    const before = await build(second);
    expect((await build(third, before)).hunks).toBe((await build(third)).hunks);
    expect(await linesOf(await build(third, before, 1), "src/a.py")).toEqual(A.slice(0, 1));
    expect(await linesOf(await build(third, null, 1), "src/a.py")).toEqual(A.slice(0, 1));
  });

  test("are read of the whole history where the part before has none", async () => {
    const before = { ...(await build(second)), hunks: null };
    expect(await linesOf(await build(third, before), "src/a.py")).toEqual(A);
  });

  test("are left out, and nothing else, where the copy lacks the files themselves", async () => {
    const broken = new TemporaryRepository();
    try {
      broken.commit("First", { "a.py": lines("one") });
      const head = broken.commit("Second", { "a.py": lines("two") });
      const blob = broken.git("rev-parse", `${head}:a.py`);
      const objects = join(broken.gitDir, "objects", blob.slice(0, 2));
      expect(readdirSync(objects)).toContain(blob.slice(2));
      rmSync(join(objects, blob.slice(2)));
      const input = { gitDir: broken.gitDir, commit: head, source: "r1", previous: null };
      expect(await buildCommits(input, plainContext(blobs))).toMatchObject({ commits: 2, hunks: null });
    } finally {
      broken.remove();
    }
  });

  test("of the first commit alone are none", async () => {
    expect(await linesOf(await build(first), "src/a.py")).toEqual([]);
  });
});
