import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CommitChanges } from "../../../contract/code/commitChanges.ts";
import { localMirror } from "../../../server/git/MirrorReads.ts";
import { commitChanges } from "../../../server/engines/search/results/commitChanges.ts";
import { readPatch } from "../../../server/git/readPatch.ts";
import { createFileBlobs } from "../../../server/index/blobs/blobs.ts";
import { buildCommits } from "../../../server/index/build/buildCommits.ts";
import { plainContext } from "../../../server/index/build/buildContext.ts";
import { IndexCache } from "../../../server/index/IndexCache.ts";
import { emptyManifest, withPart } from "../../../server/index/manifest.ts";
import type { OpenedIndex } from "../../../server/index/OpenedIndex.ts";
import { TemporaryRepository } from "../index/temporaryRepository.ts";

const numbered = (count: number, change: Readonly<Record<number, string>> = {}): string =>
  Array.from({ length: count }, (_, at) => `${change[at + 1] ?? `line ${at + 1}`}\n`).join("");

const repository = new TemporaryRepository();
const folder = mkdtempSync(join(tmpdir(), "clew-changes-"));
const commits: Record<string, string> = {};
let index: OpenedIndex;

beforeAll(async () => {
  const { commit } = { commit: repository.commit.bind(repository) };
  commits["first"] = commit("First", { "src/weave.ts": numbered(60), "README.md": "A loom.\n" });
  commits["shuttle"] = commit("Return the shuttle", {
    "src/weave.ts": numbered(60, { 10: "const shuttle = 1;", 40: "return shuttle;", 41: "// done" }),
    "package-lock.json": '{ "shuttle": 1 }\n',
  });
  commits["quoted"] = commit("Odd names", {
    'src/"quo\tted" ğ\\.ts': "warp\n",
    "src/-- a/x.ts": "-- a/warp\n++ b/warp\n@@ -1 +1 @@\n",
    "src/same b/x.ts": "warp b/warp\n",
  });
  commits["binary"] = commit("A picture", { "a.png": new Uint8Array([0, 1, 2, 0, 255]) });
  commits["invalid"] = commit("Not UTF-8", {
    "old.txt": Uint8Array.from([0xc3, 0x28, 0x20, 0x77, 0x65, 0x66, 0x74, 10]),
  });
  commits["long"] = commit("One line", { "long.js": `${"weft ".repeat(60_000)}\n` });
  commits["huge"] = commit("Generated", {
    "gen/a.ts": numbered(20_000, { 1: "const heddle = 1;" }),
    "gen/b.ts": numbered(60_000),
    "gen/c.ts": numbered(60_000),
    "zeta.ts": "const treadle = 1;\n",
  });
  commits["many"] = commit(
    "Many files",
    Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`many/${at}.ts`, `const bobbin${at} = ${at};\n`])),
  );
  commits["mode"] = commit("Nothing", {});
  repository.git("checkout", "--quiet", "-b", "side", commits["first"]);
  const side = commit("Side", { "side.ts": "selvage\n" });
  repository.git("checkout", "--quiet", "main");
  repository.git("merge", "--quiet", "--no-ff", "--message", "Merge the selvage", side);
  commits["merge"] = repository.git("rev-parse", "HEAD");
  const blobs = createFileBlobs(folder);
  const base = { gitDir: repository.gitDir, commit: commits["merge"], source: "r1", previous: null };
  const part = await buildCommits(base, plainContext(blobs));
  index = await new IndexCache(blobs).open(withPart(emptyManifest(), { commits: part }));
  commits["unindexed"] = commit("Later", { "later.ts": "selvage\n" });
});
afterAll(() => {
  repository.remove();
  rmSync(folder, { recursive: true, force: true });
});

const changesOf = async (
  name: string,
  q: string,
  {
    gitDir = repository.gitDir,
    source = "r1",
    signal = new AbortController().signal,
  }: {
    gitDir?: string | null;
    source?: string;
    signal?: AbortSignal;
  } = {},
): Promise<CommitChanges> =>
  CommitChanges.parse(
    await commitChanges(
      index,
      { q, source, hash: commits[name] ?? name, mirror: gitDir === null ? null : localMirror(gitDir) },
      signal,
    ),
  );

const linesOf = ({ parts }: CommitChanges): string[] =>
  parts.flatMap(({ path, lines }) =>
    lines.map(
      ({ change, number, segments }) =>
        `${path}:${number} ${{ added: "+", removed: "-", same: " " }[change]}${segments
          .map(({ text, match }) => (match ? `[${text}]` : text))
          .join("")}`,
    ),
  );

describe("the changes of a commit that a search has found", () => {
  test("are the changed lines that match, each with two lines around it", async () => {
    const found = await changesOf("shuttle", "shuttle lang:ts");
    expect(found).toMatchObject({ status: "shown", matching: 3, files: 2, truncated: false });
    expect(linesOf(found)).toEqual([
      'package-lock.json:1 +{ "[shuttle]": 1 }',
      "src/weave.ts:9  line 9",
      "src/weave.ts:10 -line 10",
      "src/weave.ts:10 +const [shuttle] = 1;",
      "src/weave.ts:11  line 11",
      "src/weave.ts:12  line 12",
      "src/weave.ts:40 -line 40",
      "src/weave.ts:41 -line 41",
      "src/weave.ts:40 +return [shuttle];",
      "src/weave.ts:41 +// done",
      "src/weave.ts:42  line 42",
    ]);
  });

  test.each<[string, string]>([
    ['"return shuttle"', "src/weave.ts:40 +[return shuttle];"],
    ["/const \\w+ = 1/", "src/weave.ts:10 +[const shuttle = 1];"],
  ])("fulfil %s", async (q, line) => {
    const found = await changesOf("shuttle", q);
    expect(found.matching).toBe(1);
    expect(linesOf(found)).toContain(line);
  });

  test("are those of the file with words of the query in its path where no line has any, and of a file that people write", async () => {
    const found = await changesOf("shuttle", "kind:commit weave");
    expect(found).toMatchObject({ status: "shown", matching: 0, truncated: true });
    expect(new Set(found.parts.map(({ path }) => path))).toEqual(new Set(["src/weave.ts"]));
    expect((await changesOf("shuttle", "")).parts[0]?.path).toBe("src/weave.ts");
  });

  test("have paths and lines that look like parts of a patch as they are", async () => {
    const found = await changesOf("quoted", "warp");
    expect(linesOf(found).toSorted()).toEqual(
      [
        'src/"quo\tted" ğ\\.ts:1 +[warp]',
        "src/-- a/x.ts:1 +-- a/[warp]",
        "src/-- a/x.ts:2 +++ b/[warp]",
        "src/-- a/x.ts:3 +@@ -1 +1 @@",
        "src/same b/x.ts:1 +[warp] b/[warp]",
      ].toSorted(),
    );
  });

  test("are none of a picture, of a commit without contents, and of a merge", async () => {
    expect(await changesOf("binary", "picture")).toMatchObject({ status: "binary", files: 1, parts: [] });
    expect(await changesOf("mode", "nothing")).toMatchObject({ status: "empty", files: 0 });
    expect(await changesOf("merge", "selvage")).toMatchObject({ status: "merge", parts: [] });
  });

  test("are none of a commit that the index lacks, of another source, and without a mirror", async () => {
    for (const found of [
      await changesOf("unindexed", "selvage"),
      await changesOf("0".repeat(40), "selvage"),
      await changesOf("shuttle", "shuttle", { source: "r2" }),
      await changesOf("shuttle", "shuttle", { gitDir: null }),
      await changesOf("shuttle", "shuttle", { gitDir: folder }),
    ])
      expect(found).toMatchObject({ status: "unavailable", parts: [] });
  });

  test("replace bytes that are no UTF-8, and cut a line of any length", async () => {
    expect(linesOf(await changesOf("invalid", "weft"))).toEqual(["old.txt:1 +\ufffd( [weft]"]);
    const [line = ""] = linesOf(await changesOf("long", "weft"));
    expect(line.replaceAll(/[[\]]/g, "").length).toBeLessThan(350);
  });

  test("are at most forty lines of any commit", async () => {
    const found = await changesOf("many", "/bobbin\\d+/");
    expect(linesOf(found)).toHaveLength(40);
    expect(found).toMatchObject({ files: 300, matching: 200, truncated: true });
    const huge = await changesOf("huge", "heddle");
    expect(huge).toMatchObject({ matching: 1, truncated: true });
    expect(linesOf(huge)[0]).toBe("gen/a.ts:1 +const [heddle] = 1;");
  });

  test("are not read after the caller has left", async () => {
    const left = new AbortController();
    left.abort(new Error("left"));
    await expect(changesOf("shuttle", "shuttle", { signal: left.signal })).rejects.toThrow("left");
  });
});

test("a patch is read to its limit of bytes, and marked as cut", async () => {
  const read = (maxBytes: number) =>
    readPatch(
      repository.gitDir,
      commits["huge"] ?? "",
      ["gen/a.ts", "gen/b.ts"],
      { maxBytes, timeoutMs: 60_000 },
      new AbortController().signal,
    );
  const [cut, whole] = [await read(10_000), await read(100 << 20)];
  expect([cut.isCut, whole.isCut]).toEqual([true, false]);
  expect(whole.files.map(({ hunks }) => hunks.flat().length)).toEqual([20_000, 60_000]);
  expect(cut.files[0]?.hunks.flat().length).toBeLessThan(20_000);
});
