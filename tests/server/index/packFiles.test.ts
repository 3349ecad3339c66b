import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { SharedBlobs, createSharedReader } from "../../../server/index/blobs/SharedBlobs.ts";
import { type Blobs, createFileBlobs } from "../../../server/index/blobs/blobs.ts";
import { createCachedBlobs } from "../../../server/index/blobs/cachedBlobs.ts";
import { type PackBytes, readRanged } from "../../../server/index/blobs/packBytes.ts";
import { DamagedIndexError } from "../../../server/index/indexErrors.ts";
import { ContentPack, ContentPackWriter } from "../../../server/index/segment/contentPack.ts";

const line = (n: number): string => createHash("sha256").update(String(n)).digest("hex");
const TEXTS = Array.from({ length: 200 }, (_, n) =>
  Array.from({ length: 20 + n }, (_, at) => line(n * 500 + at)).join("\n"),
);
const packed = (): Buffer => {
  const writer = new ContentPackWriter();
  for (const text of TEXTS) writer.add(Buffer.from(text));
  return writer.finish();
};

let folder: string;
let store: Blobs;
let hash: string;
let path: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "clew-packs-"));
  store = createFileBlobs(folder);
  hash = await store.put(packed());
  path = join(folder, hash.slice(0, 2), hash.slice(2));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = (found: PackBytes | null): ContentPack => {
  if (!found) throw new Error("The pack is not there.");
  return new ContentPack(found.bytes, found.file);
};
const textsOf = (pack: ContentPack): string[] => TEXTS.map((_, item) => pack.text(item));

describe("a content pack in a file", () => {
  test("gives every text, and only its tables are in memory", async () => {
    const found = await readRanged(store, hash);
    expect(textsOf(open(found))).toEqual(TEXTS);
    expect(found?.bytes.length).toBeLessThan(readFileSync(path).length / 4);
  });

  test("is shared by threads by its tables, which are read once", async () => {
    const shared = new SharedBlobs();
    const readerOf = (thread: number) =>
      createSharedReader(store, {
        ask: (name) => shared.ask(thread, name),
        loaded: (name, bytes) => shared.loaded(thread, name, bytes),
      });
    const [first, second] = await Promise.all([readerOf(0).ranged?.(hash), readerOf(1).ranged?.(hash)]);
    expect(second?.bytes.buffer).toBe(first?.bytes.buffer);
    expect(shared.bytes).toBe(first?.bytes.length);
    expect(textsOf(open(first ?? null))).toEqual(textsOf(open(second ?? null)));
    // Without its file the second thread reads all bytes, wherever the store has them.
    const whole = { get: (name: string) => store.get(name), file: async () => null };
    const third = createSharedReader(whole, {
      ask: (name) => shared.ask(2, name),
      loaded: () => expect.unreachable("the tables are known"),
    });
    expect(textsOf(open((await third.ranged?.(hash)) ?? null))).toEqual(TEXTS);
  });

  test("stays readable after its removal", async () => {
    const pack = open(await readRanged(store, hash));
    await store.delete(hash);
    expect(textsOf(pack)).toEqual(TEXTS);
  });

  test("with an altered byte is not there", async () => {
    const bytes = readFileSync(path);
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 9) ^ 1, bytes.length - 9);
    writeFileSync(path, bytes);
    expect(await readRanged(store, hash)).toBeNull();
  });

  test("that is cut while it is open is damaged", async () => {
    const pack = open(await readRanged(store, hash));
    truncateSync(path, readFileSync(path).length / 2);
    expect(pack.text(0)).toBe(TEXTS[0]);
    expect(() => pack.text(TEXTS.length - 1)).toThrow(DamagedIndexError);
  });

  test("of a remote store is read from the cache's folder, and as a whole where that has no space", async () => {
    const remote: Blobs = { ...store, file: undefined };
    const cached = createCachedBlobs(remote, { folder: join(folder, "cache"), maxBytes: 1 << 30 });
    const near = await readRanged(cached, hash);
    expect(near?.file).not.toBeNull();
    expect(textsOf(open(near))).toEqual(TEXTS);
    const small = createCachedBlobs(remote, { folder: join(folder, "small"), maxBytes: 10 });
    const whole = await readRanged(small, hash);
    expect(whole?.file).toBeNull();
    expect(textsOf(open(whole))).toEqual(TEXTS);
  });
});
