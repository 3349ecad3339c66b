import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { type Blobs, createFileBlobs } from "../../../server/index/blobs/blobs.ts";
import { buildCode } from "../../../server/index/build/buildCode.ts";
import { plainContext } from "../../../server/index/build/buildContext.ts";
import { buildSymbols } from "../../../server/index/build/buildSymbols.ts";
import { firstToMerge, mergeLayers } from "../../../server/index/build/mergeLayers.ts";
import { IndexCache } from "../../../server/index/IndexCache.ts";
import { type CodePart, emptyManifest, symbolsOf, withPart } from "../../../server/index/manifest.ts";
import type { OpenedCode } from "../../../server/index/OpenedIndex.ts";
import { assertSameCode } from "./assertSameCode.ts";
import { randomNumbers } from "./naiveBm25f.ts";
import { TemporaryRepository } from "./temporaryRepository.ts";

const folder = mkdtempSync(join(tmpdir(), "clew-layers-"));
const repositories: TemporaryRepository[] = [];
afterAll(() => {
  for (const repository of repositories) repository.remove();
  rmSync(folder, { recursive: true, force: true });
});

const WORDS =
  "reader parse token Öğe buffer flush retry timeout http Queue worker mirror 日本 fetch_all applyPatch".split(" ");

function repositoryOf(): TemporaryRepository {
  const repository = new TemporaryRepository();
  repositories.push(repository);
  return repository;
}

type Files = Record<string, string | Buffer | null>;

class RandomFiles {
  readonly present = new Map<string, string>();
  readonly #random: () => number;

  constructor(random: () => number) {
    this.#random = random;
  }

  #below(count: number): number {
    return Math.floor(this.#random() * count);
  }

  #word(): string {
    return WORDS[this.#below(WORDS.length)] ?? "";
  }

  #path(): string {
    const endings = [".ts", ".py", ".md", ".json", ".png", ".go"];
    return `${["", "src/", "src/a/", "z/"][this.#below(4)] ?? ""}${this.#word()}${this.#below(6)}${endings[this.#below(6)] ?? ""}`;
  }

  #text(path: string): string {
    const words = Array.from({ length: this.#below(30) }, () => this.#word());
    const name = `${this.#word()}${this.#word()}`;
    if (path.endsWith(".py")) return `# ${words.join(" ")}\ndef ${name}():\n    return ${this.#word()}\n`;
    if (path.endsWith(".md")) return `# ${name}\n\n${words.join(" ")}\n\n## ${this.#word()}\n\n${this.#word()} text\n`;
    if (path.endsWith(".png") && this.#random() < 0.5) return "a\0b";
    if (path.endsWith(".ts"))
      return `export class ${name} {\n  ${this.#word()}() {\n    return "${words.join(" ")}";\n  }\n}\n`;
    return words.join("\n");
  }

  /** What one commit changes: additions, edits, removals and renames. */
  next(changes: number): Files {
    const files: Files = {};
    for (let change = 0; change < changes; change++) {
      const known = [...this.present.keys()].filter((path) => !(path in files));
      const one = known[this.#below(known.length)];
      const kind = this.#random();
      if (one === undefined || kind < 0.35) {
        const path = this.#path();
        if (!(path in files)) files[path] = this.#text(path);
      } else if (kind < 0.6) files[one] = this.#text(one);
      else if (kind < 0.8) files[one] = null;
      else {
        const path = this.#path();
        if (path in files || path === one) continue;
        files[path] = this.present.get(one) ?? "";
        files[one] = null;
      }
    }
    for (const [path, text] of Object.entries(files))
      if (typeof text === "string") this.present.set(path, text);
      else this.present.delete(path);
    return files;
  }
}

const open = async (blobs: Blobs, part: CodePart): Promise<OpenedCode> => {
  const { code } = await new IndexCache(blobs).open(withPart(emptyManifest(), { code: part }));
  const [one] = code;
  if (!one) throw new Error("the part was opened");
  return one;
};

describe("a part of several layers is read as one build of its commit", () => {
  test.each([1, 2, 3, 4, 5, 6])("after random pushes, merged now and then, seed %i", async (seed) => {
    const random = randomNumbers(seed);
    const files = new RandomFiles(random);
    const repository = repositoryOf();
    const blobs = createFileBlobs(join(folder, String(seed)));
    const context = plainContext(blobs);
    const input = { gitDir: repository.gitDir, source: "s", name: "n" };
    let part: CodePart | null = null;
    let layers = 0;
    for (let push = 0; push < 14; push++) {
      const commit = repository.commit(`push ${push}`, files.next(push === 0 ? 40 : 1 + Math.floor(random() * 8)));
      part = await buildSymbols({ part: await buildCode({ ...input, commit, previous: part }, context) }, context);
      if (random() < 0.3) part = await mergeLayers(part, context);
      layers = Math.max(layers, part.layers.length);
      const whole = await buildSymbols(
        { part: await buildCode({ ...input, commit, previous: null }, context) },
        context,
      );
      expect([part.files, part.bytes, part.skipped]).toEqual([whole.files, whole.bytes, whole.skipped]);
      assertSameCode(await open(blobs, part), await open(blobs, whole));
    }
    expect(layers).toBeGreaterThan(2);
  });

  test("also where the index is open for a question over many", async () => {
    const files = new RandomFiles(randomNumbers(9));
    const repository = repositoryOf();
    const blobs = createFileBlobs(join(folder, "guests"));
    const context = plainContext(blobs);
    const input = { gitDir: repository.gitDir, source: "s", name: "n" };
    const first = repository.commit("first", files.next(40));
    let part = await buildSymbols(
      { part: await buildCode({ ...input, commit: first, previous: null }, context) },
      context,
    );
    for (let push = 0; push < 3; push++) {
      const commit = repository.commit(`push ${push}`, files.next(6));
      part = await buildSymbols({ part: await buildCode({ ...input, commit, previous: part }, context) }, context);
    }
    const cache = new IndexCache(blobs);
    const { index } = await cache.openEvictable(withPart(emptyManifest(), { code: part }));
    const [guest] = index.code;
    if (guest) assertSameCode(guest, await open(blobs, part));
    expect(guest?.segment.isByRange).toBe(true);
  });

  test("when all files go, and others come", async () => {
    expect.hasAssertions();
    const repository = repositoryOf();
    const blobs = createFileBlobs(join(folder, "empty"));
    const context = plainContext(blobs);
    const input = { gitDir: repository.gitDir, source: "s", name: "n" };
    const commits: Files[] = [
      { "a.ts": "class A {}\n" },
      { "a.ts": null },
      { "b.ts": "class B {}\n", "c.ts": "class C {}\n" },
    ];
    let part: CodePart | null = null;
    for (const [at, change] of commits.entries()) {
      const commit = repository.commit(String(at), change);
      part = await buildSymbols({ part: await buildCode({ ...input, commit, previous: part }, context) }, context);
      const whole = await buildSymbols(
        { part: await buildCode({ ...input, commit, previous: null }, context) },
        context,
      );
      assertSameCode(await open(blobs, part), await open(blobs, whole));
      part = await mergeLayers(part, context);
      assertSameCode(await open(blobs, part), await open(blobs, whole));
    }
  });

  test("when the ignore file changes, a limit is reached, or the old commit is gone", async () => {
    const repository = repositoryOf();
    const blobs = createFileBlobs(join(folder, "whole"));
    const context = plainContext(blobs);
    const input = {
      gitDir: repository.gitDir,
      source: "s",
      name: "n",
      limits: { fileBytes: 1000, totalBytes: 10_000, files: 4 },
    };
    const steps: Files[] = [
      { "a.ts": "class A {}\n", "b/one.ts": "class One {}\n", "b/two.ts": "x".repeat(2000) },
      { ".clewignore": "b/\n" },
      { "b/one.ts": "class Changed {}\n", "b/three.ts": "class Three {}\n", "c.ts": "class C {}\n" },
      { ".clewignore": null, "b/two.ts": "class Two {}\n" },
      { "d.ts": "class D {}\n" },
      { "a.ts": null, "b/one.ts": null },
    ];
    let part: CodePart | null = null;
    for (const [at, change] of steps.entries()) {
      const commit = repository.commit(String(at), change);
      if (part && at === 3) part = { ...part, commit: "0".repeat(40) };
      part = await buildSymbols({ part: await buildCode({ ...input, commit, previous: part }, context) }, context);
      const whole = await buildSymbols(
        { part: await buildCode({ ...input, commit, previous: null }, context) },
        context,
      );
      expect([part.files, part.bytes, part.skipped], String(at)).toEqual([whole.files, whole.bytes, whole.skipped]);
      assertSameCode(await open(blobs, part), await open(blobs, whole));
    }
  });
});

/** Counts what a build reads and writes of the store. */
function counting(blobs: Blobs): { blobs: Blobs; read: Set<string>; written: () => number; reset: () => void } {
  const read = new Set<string>();
  let written = 0;
  return {
    read,
    written: () => written,
    reset: () => {
      read.clear();
      written = 0;
    },
    blobs: {
      ...blobs,
      get: (hash) => {
        read.add(hash);
        return blobs.get(hash);
      },
      put: (bytes) => {
        written += bytes.length;
        return blobs.put(bytes);
      },
    },
  };
}

test("a push writes in proportion to what it changes, and reads no segment, text or symbol of the other files", async () => {
  const written: number[] = [];
  for (const size of [100, 1600]) {
    const repository = repositoryOf();
    const { blobs, ...counts } = counting(createFileBlobs(join(folder, `size-${size}`)));
    const context = plainContext(blobs);
    const input = { gitDir: repository.gitDir, source: "s", name: "n" };
    const textOf = (file: number): string =>
      `export class Name${file} {\n  run() {\n    return "value ${file * 7}";\n  }\n}\n`;
    const first = repository.commit(
      "first",
      Object.fromEntries(Array.from({ length: size }, (_, file) => [`src/${file % 40}/file${file}.ts`, textOf(file)])),
    );
    const before = await buildSymbols(
      { part: await buildCode({ ...input, commit: first, previous: null }, context) },
      context,
    );
    counts.reset();
    const commit = repository.commit("push", { "src/0/file0.ts": textOf(9999), "src/new.ts": textOf(10_000) });
    const part = await buildSymbols(
      { part: await buildCode({ ...input, commit, previous: before }, context) },
      context,
    );
    expect(symbolsOf(part)?.symbols).toBeGreaterThan(size);
    expect(part.layers[0]).toEqual(before.layers[0]);
    expect(part.layers[1]?.files).toBe(2);
    const [base] = before.layers;
    const untouched = [
      base?.segment,
      base?.filters,
      ...(base?.content ?? []),
      base?.symbols?.table,
      base?.symbols?.chunkTable,
    ]
      .concat([base?.symbols?.chunkSegment, base?.symbols?.nameSegment, base?.symbols?.scopes])
      .filter((hash) => hash !== undefined && counts.read.has(hash));
    expect(untouched).toEqual([]);
    written.push(counts.written());
  }
  const [small = 0, large = 0] = written;
  // Sixteen times as many files: what is written differs by the length of numbers alone.
  expect(large).toBeLessThan(small * 1.1);
});

test("layers are merged so that few are left, and each file is merged a few times", () => {
  expect(firstToMerge([40_000], [40_000])).toBeNull();
  expect(firstToMerge([40_000, 10], [40_000, 10])).toBeNull();
  expect(firstToMerge([40_000, 10, 10], [40_000, 10, 10])).toBe(1);
  expect(firstToMerge([40_000, 30_000], [40_000, 30_000])).toBe(0);
  expect(firstToMerge([15_000, 10], [40_000, 10])).toBe(0);
  let layers = [40_000];
  let moved = 0;
  for (let push = 0; push < 1000; push++) {
    layers = [...layers, 10];
    const first = firstToMerge(layers, layers);
    if (first === null) continue;
    const size = layers.slice(first).reduce((sum, count) => sum + count, 0);
    layers = [...layers.slice(0, first), size];
    moved += size;
    expect(layers.length).toBeLessThanOrEqual(9);
  }
  // 10,000 files were pushed; a merge at each push would have moved 45 million.
  expect(moved).toBeLessThan(10_000 * 16);
});
