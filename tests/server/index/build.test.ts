import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type Manifest, emptyManifest, withPart } from "../../../server/index/manifest.ts";
import { type Blobs, createFileBlobs } from "../../../server/index/blobs/blobs.ts";
import { CODE_LIMITS, buildCode } from "../../../server/index/build/buildCode.ts";
import { buildCommits } from "../../../server/index/build/buildCommits.ts";
import { plainContext } from "../../../server/index/build/buildContext.ts";
import { type IndexBuilder, createIndexBuilder } from "../../../server/index/build/builder.ts";
import { mergeLayers } from "../../../server/index/build/mergeLayers.ts";
import { buildSymbols } from "../../../server/index/build/buildSymbols.ts";
import { BuildAbortedError, DamagedIndexError } from "../../../server/index/indexErrors.ts";
import { IndexCache } from "../../../server/index/IndexCache.ts";
import { messageOf, textOfFile, textOfIssue } from "../../../server/index/OpenedIndex.ts";
import type { IndexedIssue } from "../../../server/index/tables/issueTable.ts";
import { git, makeRepository, temporaryFolder } from "../sources/gitFixture.ts";
import { TemporaryRepository } from "./temporaryRepository.ts";

const folder = mkdtempSync(join(tmpdir(), "clew-build-"));
const repository = new TemporaryRepository();
let blobs: Blobs;
let builder: IndexBuilder;
let first: string;
let second: string;

beforeAll(() => {
  blobs = createFileBlobs(folder);
  builder = createIndexBuilder({ blobs: { driver: "files", folder }, threads: 2 });
  repository.link("link.py", "src/reader.py");
  first = repository.commit("Add the reader\n\nIt reads files line by line.", {
    "src/reader.py": "class FileReader:\n    def read_lines(self):\n        return open(self.path)\n",
    "src/yazıcı.py": "def yaz():\n    pass\n",
    "README.md": "# Reader\n\nReads files.\n",
    "logo.png": Buffer.from([0x89, 0x50, 0, 1]),
    "data.raw": Buffer.from([1, 0, 2, 0]),
    "big.txt": "x ".repeat(700_000),
  });
  second = repository.commit("fix: close the file (#7)", {
    "src/reader.py":
      "class FileReader:\n    def read_lines(self):\n        with open(self.path) as file:\n            return list(file)\n",
    "src/writer.py": "class FileWriter:\n    def write(self):\n        pass\n",
    "README.md": null,
  });
});

afterAll(async () => {
  await builder.close();
  repository.remove();
  rmSync(folder, { recursive: true, force: true });
});

const codeInput = (commit: string) => ({
  gitDir: repository.gitDir,
  commit,
  source: "r1",
  name: "repo",
  previous: null,
});

describe("the code of a commit", () => {
  test("is indexed without binaries, links and files that are too large, and reports how many were left out", async () => {
    const part = await buildCode(codeInput(first), plainContext(blobs));
    const index = await new IndexCache(blobs).open(withPart(emptyManifest(), { code: part }));
    const [code] = index.code;
    const paths = Array.from({ length: part.files }, (_, file) => code?.files.path(file));
    expect(paths).toEqual(["README.md", "src/reader.py", "src/yazıcı.py"]);
    expect(part.skipped).toEqual({ binary: 2, large: 1, overLimit: 0, missing: 0, ignored: 0 });
    expect(code && textOfFile(code, 2)).toBe("def yaz():\n    pass\n");
    expect(code?.files.row(1)).toMatchObject({ language: "Python", kind: "code", lines: 3 });
  });

  test("from the part before it, reading changed files alone, is the same as from nothing", async () => {
    const context = plainContext(blobs);
    const before = await buildSymbols({ part: await buildCode(codeInput(first), context) }, context);
    const grown = await buildCode({ ...codeInput(second), previous: before }, context);
    const whole = await buildCode(codeInput(second), context);
    expect(grown.layers.map(({ files }) => files)).toEqual([3, 2]);
    const grownSymbols = await buildSymbols({ part: grown }, context);
    const { code } = await new IndexCache(blobs).open(withPart(emptyManifest(), { code: grownSymbols }));
    const merged = await mergeLayers(grownSymbols, context);
    const wholeSymbols = await buildSymbols({ part: whole }, context);
    expect(merged.layers.map(({ segment, filters }) => [segment, filters])).toEqual([
      [whole.layers[0]?.segment, whole.layers[0]?.filters],
    ]);
    expect(merged.layers[0]?.symbols).toEqual(wholeSymbols.layers[0]?.symbols);
    expect(code[0] && textOfFile(code[0], code[0].files.find("src/writer.py"))).toContain("class FileWriter");
  });

  test("over the limits is cut off and reported", async () => {
    const part = await buildCode({ ...codeInput(first), limits: { ...CODE_LIMITS, files: 1 } }, plainContext(blobs));
    expect([part.files, part.skipped.overLimit]).toEqual([1, 3]);
  });

  test("many times over stays in few content packs", async () => {
    const context = plainContext(blobs);
    let part = await buildCode(codeInput(first), context);
    for (let round = 0; round < 9; round++) {
      const commit = repository.commit(`round ${round}`, { "round.txt": `round ${round}\n` });
      part = await buildSymbols({ part: await buildCode({ ...codeInput(commit), previous: part }, context) }, context);
      part = await mergeLayers(part, context);
    }
    expect(part.layers.flatMap(({ content }) => content).length).toBeLessThanOrEqual(6);
    const { code } = await new IndexCache(blobs).open(withPart(emptyManifest(), { code: part }));
    expect(code[0] && textOfFile(code[0], code[0].files.find("round.txt"))).toBe("round 8\n");
    repository.git("reset", "--quiet", "--hard", second);
  });

  test("is read again when blobs of the previous part are gone", async () => {
    const context = plainContext(blobs);
    const whole = await buildCode(codeInput(first), context);
    const lost = { ...whole, layers: whole.layers.map((layer) => ({ ...layer, segment: "0".repeat(64) })) };
    const part = await buildCode({ ...codeInput(second), previous: lost }, context);
    expect(part.files).toBe(3);
  });
});

describe("the history", () => {
  const input = (commit: string) => ({ gitDir: repository.gitDir, commit, source: "r1", previous: null });

  test("keeps who, when, what and which files, newest first", async () => {
    const part = await buildCommits(input(second), plainContext(blobs));
    const { commits } = await new IndexCache(blobs).open(withPart(emptyManifest(), { commits: part }));
    const [opened] = commits;
    expect(opened?.table.row(0)).toMatchObject({
      hash: second,
      author: "Ada",
      email: "ada@example.org",
      subject: "fix: close the file (#7)",
      paths: ["README.md", "src/reader.py", "src/writer.py"],
    });
    expect(opened && messageOf(opened, 1)).toBe("Add the reader\n\nIt reads files line by line.");
    expect(opened?.table.withHash(first.slice(0, 10))).toEqual([1]);
    expect(opened?.table.withHash("zz")).toEqual([]);
  });

  test("grows by new commits alone and is rebuilt after a rewrite", async () => {
    const context = plainContext(blobs);
    const old = await buildCommits(input(first), context);
    const grown = await buildCommits({ ...input(second), previous: old }, context);
    const whole = await buildCommits(input(second), context);
    expect(grown.segment).toBe(whole.segment);
    expect(grown.content).toHaveLength(2);
    repository.git("checkout", "--quiet", "-b", "rewritten", first);
    const other = repository.commit("Another way", { "other.py": "pass\n" });
    repository.git("checkout", "--quiet", "main");
    const rewritten = await buildCommits({ ...input(other), previous: grown }, context);
    expect([rewritten.commits, rewritten.content.length]).toEqual([2, 1]);
  });
});

function issue(number: number): IndexedIssue {
  return {
    id: `i${number}`,
    key: `#${number}`,
    source: "t1",
    title: `Issue ${number}`,
    body: `Body of ${number}`,
    comments: number % 2 === 0 ? "A comment" : "",
    state: number % 2 === 0 ? "closed" : "open",
    labels: ["bug"],
    author: "ada",
    url: null,
    createdAt: 1_700_000_000_000 + number,
    updatedAt: 1_700_000_000_000 + number,
    closedAt: null,
    fixCommits: [],
  };
}

test("the history of folders keeps each merged side where an excluded merge leads to two commits", async () => {
  const of = temporaryFolder();
  onTestFinished(() => of.remove());
  const gitDir = join(of.path, "r.git");
  const fix = { "pay/fix.ts": "fix\n" };
  const feature = { "pay/feature.ts": "feature\n" };
  makeRepository(gitDir, [
    { message: "begin", files: { "pay/a.ts": "a\n" } },
    { message: "fix", parents: [0], files: fix },
    { message: "fix picked", parents: [0], files: fix },
    { message: "back-merge, which changes nothing", parents: [1, 2] },
    { message: "feature", parents: [0], files: feature },
    { message: "merge of the feature", parents: [3, 4], files: { ...fix, ...feature } },
  ]);
  const input = { gitDir, commit: git(gitDir, "rev-parse", "main"), source: "r1", previous: null, folders: ["pay"] };
  const part = await buildCommits(input, plainContext(blobs));
  const { commits } = await new IndexCache(blobs).open(withPart(emptyManifest(), { commits: part }));
  const table = commits[0]?.table;
  const parents = ([0, 1] as const).map((which) => table?.subject(table.parent(0, which)));
  expect([table?.subject(0), parents]).toEqual(["merge of the feature", ["fix", "feature"]]);
});

describe("the build thread", () => {
  test("builds all parts, reports progress, and what it built opens as one index", async () => {
    const steps = new Set<string>();
    const onProgress = ({ step }: { step: string }) => steps.add(step);
    const [code, commits] = await Promise.all([
      builder.buildCode(codeInput(second), { onProgress }),
      builder.buildCommits({ gitDir: repository.gitDir, commit: second, source: "r1", previous: null }, { onProgress }),
    ]);
    const withSymbols = await builder.buildSymbols({ part: code }, { onProgress });
    async function* batches() {
      yield [issue(1), issue(2)];
      await Promise.resolve();
      yield [issue(3)];
    }
    const issues = await builder.buildIssues(batches(), { onProgress });
    let manifest: Manifest = withPart(emptyManifest(), { code: withSymbols });
    manifest = withPart(withPart(manifest, { commits }), { issues });
    const index = await new IndexCache(blobs).open(manifest);
    expect(steps.has("list") && steps.has("symbols") && steps.has("issues")).toBe(true);
    expect(index.code[0]?.symbols?.table.named("readlines")).toEqual([]);
    expect(index.code[0]?.symbols?.table.named("READ_LINES")).toHaveLength(1);
    expect(index.issues?.table.withKey("GH-3")).toEqual([2]);
    expect(index.issues && textOfIssue(index.issues, 1)).toBe("Body of 2\n\nA comment");
  });

  test("reports the error when git cannot read the commit", async () => {
    await expect(builder.buildCode(codeInput("0".repeat(40)))).rejects.toThrow(
      /Building the code index failed: git ls-tree/,
    );
  });

  test("passes an error of the issues' source on", async () => {
    async function* broken(): AsyncGenerator<IndexedIssue[]> {
      yield [issue(1)];
      await Promise.resolve();
      throw new Error("the database went away");
    }
    await expect(builder.buildIssues(broken())).rejects.toThrow("the database went away");
  });

  test("stops when it is cancelled", async () => {
    const controller = new AbortController();
    async function* endless() {
      for (let number = 0; ; number++) {
        if (number === 3) controller.abort();
        yield [issue(number)];
        await Promise.resolve();
      }
    }
    await expect(builder.buildIssues(endless(), { signal: controller.signal })).rejects.toThrow(BuildAbortedError);
    await expect(builder.buildCode(codeInput(second), { signal: AbortSignal.abort() })).rejects.toThrow(
      BuildAbortedError,
    );
  });
});

describe("the store of opened indexes", () => {
  test("opens the same manifest once and shares parts between manifests", async () => {
    const context = plainContext(blobs);
    const code = await buildCode(codeInput(second), context);
    const commits = await buildCommits(
      { gitDir: repository.gitDir, commit: second, source: "r1", previous: null },
      context,
    );
    const store = new IndexCache(blobs);
    const one = withPart(emptyManifest(), { code });
    const [a, b] = await Promise.all([store.open(one), store.open(structuredClone(one))]);
    expect(a).toBe(b);
    const both = await store.open(withPart(one, { commits }));
    expect(both.code[0]?.segment).toBe(a.code[0]?.segment);
  });

  test("lets go of what was not used for long once it holds too much, and opens it again when asked", async () => {
    const context = plainContext(blobs);
    const manifests: Manifest[] = [];
    for (const commit of [first, second]) {
      manifests.push(withPart(emptyManifest(), { code: await buildCode(codeInput(commit), context) }));
    }
    const store = new IndexCache(blobs, { maxBytes: 1 });
    const [one, two] = manifests;
    if (!one || !two) throw new Error("two manifests were made");
    const opened = await store.open(one);
    const held = store.bytes();
    await store.open(two);
    expect(store.bytes()).toBeLessThan(held * 2);
    expect(await store.open(one)).not.toBe(opened);
    expect(opened.code[0]?.files.length).toBe(3);
  });

  test("reports a damaged index when one of its blobs is missing", async () => {
    const code = await buildCode(codeInput(second), plainContext(blobs));
    const withTable = (table: string) => ({ ...code, layers: code.layers.map((layer) => ({ ...layer, table })) });
    const broken = withPart(emptyManifest(), { code: withTable("1".repeat(64)) });
    await expect(new IndexCache(blobs).open(broken)).rejects.toThrow(DamagedIndexError);
    const mixedUp = withPart(emptyManifest(), { code: withTable(code.layers[0]?.segment ?? "") });
    await expect(new IndexCache(blobs).open(mixedUp)).rejects.toThrow(DamagedIndexError);
  });
});
