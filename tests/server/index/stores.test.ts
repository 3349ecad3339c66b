import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  blobsOf,
  decodeManifest,
  emptyManifest,
  encodeManifest,
  withPart,
  withoutSource,
} from "../../../server/index/manifest.ts";
import { createFileBlobs } from "../../../server/index/blobs/blobs.ts";
import { ContentPack, ContentPackWriter } from "../../../server/index/segment/contentPack.ts";
import { IndexFormatError } from "../../../server/index/indexErrors.ts";
import { randomNumbers } from "./naiveBm25f.ts";

describe("blobs in files", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "clew-blobs-"));
  });
  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  test("come back by the hash of their content, and the same content is one blob", async () => {
    const blobs = createFileBlobs(folder);
    const hash = await blobs.put(Buffer.from("hello"));
    expect(hash).toBe("2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824");
    expect(await blobs.put(Buffer.from("hello"))).toBe(hash);
    expect((await blobs.get(hash))?.toString()).toBe("hello");
    expect(await Array.fromAsync(blobs.list())).toMatchObject([{ hash, bytes: 5 }]);
    await blobs.delete(hash);
    expect(await blobs.has(hash)).toBe(false);
    expect(await blobs.get(hash)).toBeNull();
  });

  test("leave nothing half written behind", async () => {
    await createFileBlobs(folder).put(Buffer.alloc(100_000, 7));
    const names = (await readdir(folder, { recursive: true })).filter((name) => name.includes(".part"));
    expect(names).toEqual([]);
  });

  test("a damaged file counts as missing and can be stored again", async () => {
    const blobs = createFileBlobs(folder);
    const hash = await blobs.put(Buffer.from("right"));
    await writeFile(join(folder, hash.slice(0, 2), hash.slice(2)), "wrong");
    expect(await blobs.get(hash)).toBeNull();
    await blobs.put(Buffer.from("right"));
    expect((await blobs.get(hash))?.toString()).toBe("right");
  });

  test("a name that is no hash never becomes a path", async () => {
    await expect(createFileBlobs(folder).get("../../etc/passwd")).rejects.toThrow(TypeError);
  });
});

describe("a content pack", () => {
  test("returns every text unchanged, for any size", () => {
    const random = randomNumbers(5);
    const texts = Array.from({ length: 300 }, (_, index) =>
      index === 17 ? "ğ".repeat(200_000) : "line of code\n".repeat(Math.floor(random() ** 3 * 4000)),
    );
    const writer = new ContentPackWriter();
    for (const text of texts) writer.add(Buffer.from(text));
    const pack = new ContentPack(writer.finish());
    expect(pack.items).toBe(300);
    for (const item of [0, 17, 299, 150, 17, 3]) expect(pack.text(item)).toBe(texts[item]);
    expect(() => pack.text(300)).toThrow(RangeError);
  });

  test("may be empty", () => {
    expect(new ContentPack(new ContentPackWriter().finish()).items).toBe(0);
  });
});

describe("a manifest", () => {
  const hash = (digit: string): string => digit.repeat(64);
  const layer = (segment: string) => ({
    files: 1,
    table: hash("1"),
    segment: hash(segment),
    content: [hash("3")],
    filters: hash("5"),
    symbols: null,
  });
  const code = {
    source: "r1",
    name: "one",
    commit: "c1",
    builtAt: "2026-11-21T10:00:00.000Z",
    files: 1,
    bytes: 2,
    skipped: { binary: 0, large: 0, overLimit: 0, missing: 0, ignored: 0 },
    branch: null,
    folders: [],
    layers: [layer("2")],
    view: hash("6"),
  };

  test("survives storing, names its blobs, and replaces the part of the same source", () => {
    const first = withPart(emptyManifest(), { code });
    const second = withPart(first, { code: { ...code, commit: "c2", layers: [layer("4")] } });
    expect(decodeManifest(encodeManifest(second))).toEqual(second);
    expect(second.code.map(({ commit }) => commit)).toEqual(["c2"]);
    expect([...blobsOf(second)].sort()).toEqual([hash("1"), hash("3"), hash("4"), hash("5"), hash("6")]);
    expect(withoutSource(second, "r1").code).toEqual([]);
  });

  test("of another format is distinguished from a damaged one", () => {
    expect(() => decodeManifest({ ...emptyManifest(), format: 99 })).toThrow(IndexFormatError);
    expect(() => decodeManifest({ nonsense: true })).toThrow();
  });
});
