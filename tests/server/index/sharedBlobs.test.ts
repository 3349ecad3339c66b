import { describe, expect, test } from "vitest";
import { SharedBlobs, createSharedReader } from "../../../server/index/blobs/SharedBlobs.ts";
import { IndexCache } from "../../../server/index/IndexCache.ts";
import { sampleIndex } from "../engines/sampleIndex.ts";

/** Two threads' readers over one store, and how often the store was read. */
function setUp(stored: Record<string, Buffer | null | Error>) {
  const shared = new SharedBlobs();
  const reads: string[] = [];
  const blobs = {
    get: async (hash: string): Promise<Buffer | null> => {
      reads.push(hash);
      const found = stored[hash] ?? null;
      if (found instanceof Error) throw found;
      return found;
    },
  };
  const readerOf = (thread: number) =>
    createSharedReader(blobs, {
      ask: (hash) => shared.ask(thread, hash),
      loaded: (hash, bytes) => shared.loaded(thread, hash, bytes),
    });
  return { shared, reads, readerOf };
}

describe("blobs that several threads open", () => {
  test("are read once and lie in one place of the memory", async () => {
    const { shared, reads, readerOf } = setUp({ a: Buffer.from("hello") });
    const [first, second] = await Promise.all([readerOf(0).get("a"), readerOf(1).get("a")]);
    const third = await readerOf(1).get("a");
    expect([reads, shared.bytes, String(first)]).toEqual([["a"], 5, "hello"]);
    expect(second?.buffer).toBe(first?.buffer);
    expect(third?.buffer).toBe(first?.buffer);
    expect(first?.buffer).toBeInstanceOf(SharedArrayBuffer);
  });

  test("are kept until the last thread lets go, and read again afterwards", async () => {
    const { shared, reads, readerOf } = setUp({ a: Buffer.from("hello") });
    await readerOf(0).get("a");
    await readerOf(1).get("a");
    shared.release(0, "a");
    expect(shared.bytes).toBe(5);
    shared.release(1, "a");
    expect(shared.bytes).toBe(0);
    await readerOf(0).get("a");
    expect(reads).toEqual(["a", "a"]);
  });

  test("that cannot be read by one thread are tried by the next one", async () => {
    const stored: Record<string, Buffer | Error> = { a: new Error("disk") };
    const { readerOf, reads } = setUp(stored);
    const first = readerOf(0).get("a");
    const second = readerOf(1).get("a");
    await expect(first).rejects.toThrow("disk");
    await expect(second).rejects.toThrow("disk");
    stored["a"] = Buffer.from("back");
    expect(String(await readerOf(0).get("a"))).toBe("back");
    expect(reads).toHaveLength(3);
    expect(await readerOf(0).get("missing")).toBeNull();
  });

  test("of a thread that has ended belong to the others, and what it was reading is read by who waits", async () => {
    const { shared, readerOf } = setUp({ a: Buffer.from("hello"), b: Buffer.from("world") });
    await readerOf(0).get("a");
    expect(await shared.ask(0, "b")).toEqual({ load: true });
    const waiting = readerOf(1).get("b");
    shared.forget(0);
    expect([String(await waiting), shared.bytes]).toEqual(["world", 5]);
    shared.forget(1);
    expect(shared.bytes).toBe(0);
  });
});

describe("a question over many projects", () => {
  test("never evicts an index with readers, evicts itself first, and leaves when there is no space", async () => {
    const sample = await sampleIndex();
    const { manifest } = sample;
    // Manifests that differ share all parts but belong to different projects.
    const project = (name: string) => ({
      ...manifest,
      code: manifest.code.map((part) => ({ ...part, name })),
    });
    const dropped: string[] = [];
    const store = new IndexCache(sample.blobs, { maxBytes: 1, onEvicted: (hash) => dropped.push(hash) });
    await store.open(project("own"));
    const first = await store.openEvictable(project("guest 1"));
    expect([store.isOpen(project("own")), store.isOpen(project("guest 1"))]).toEqual([true, true]);
    const second = await store.openEvictable(project("guest 2"));
    first.release();
    expect([store.isOpen(project("own")), store.isOpen(project("guest 1"))]).toEqual([true, false]);
    expect(first.index.code).toHaveLength(manifest.code.length);
    second.release();
    expect([store.isOpen(project("own")), store.isOpen(project("guest 2"))]).toEqual([true, false]);
    // Opened directly it is no longer a guest and evicts the least recently used index.
    const third = await store.openEvictable(project("guest 3"));
    await store.open(project("guest 3"));
    third.release();
    expect([store.isOpen(project("own")), store.isOpen(project("guest 3"))]).toEqual([false, true]);
  });

  test("keeps what it opened where there is space", async () => {
    const sample = await sampleIndex();
    const store = new IndexCache(sample.blobs);
    const { release } = await store.openEvictable(sample.manifest);
    release();
    expect(store.isOpen(sample.manifest)).toBe(true);
  });
});
