/**
 * One copy of each opened blob for all threads of a process. The main thread keeps the table of shared buffers; a thread that needs a blob
 * requests it, reads it itself when no thread has it, and releases it when its index store drops the part. The main thread never reads.
 */
import { hasTail } from "../segment/SectionFile.ts";
import type { Blobs } from "./blobs.ts";
import { type PackBytes, type RangedBlob, KEPT_PACK, openBlobFile, readRanged } from "./packBytes.ts";

/** What an index is opened from. */
export interface IndexBlobs extends Pick<Blobs, "get" | "file"> {
  /** Opens a blob whose last section is read by range, a content pack when left out; `readRanged` when there is no such method. */
  ranged?(hash: string, blob?: RangedBlob): Promise<PackBytes | null>;
}

/** The key under which bytes are shared. A whole segment and its beginning have different keys. */
export const sharedKey = (hash: string, { isKept }: RangedBlob): string => (isKept ? hash : `${hash} guest`);

/** The response to a thread that requests a blob: its bytes, or the request to read it and to report with `loaded`. */
export type SharedBlob = { readonly bytes: SharedArrayBuffer } | { readonly load: true };

interface Entry {
  bytes: SharedArrayBuffer | null;
  readonly holders: Set<number>;
  /** The thread that reads it; null once it was read. */
  loader: number | null;
  readonly waiting: { readonly thread: number; readonly resolve: (blob: SharedBlob) => void }[];
}

export class SharedBlobs {
  readonly #entries = new Map<string, Entry>();

  /** Bytes of all blobs that are open in some thread. */
  get bytes(): number {
    let sum = 0;
    for (const { bytes } of this.#entries.values()) sum += bytes?.byteLength ?? 0;
    return sum;
  }

  /** Handles a thread's request for a blob. Of several concurrent requests for one blob, the first thread reads it and the others wait. */
  ask(thread: number, hash: string): Promise<SharedBlob> {
    const entry = this.#entries.get(hash);
    if (!entry) {
      this.#entries.set(hash, { bytes: null, holders: new Set([thread]), loader: thread, waiting: [] });
      return Promise.resolve({ load: true });
    }
    if (entry.bytes) {
      entry.holders.add(thread);
      return Promise.resolve({ bytes: entry.bytes });
    }
    return new Promise((resolve) => entry.waiting.push({ thread, resolve }));
  }

  /** @param bytes null when the store does not have the blob or the read failed; the next waiting thread then reads it */
  loaded(thread: number, hash: string, bytes: SharedArrayBuffer | null): void {
    const entry = this.#entries.get(hash);
    if (!entry || entry.loader !== thread) return;
    if (bytes === null) {
      this.#passOn(hash, entry);
      return;
    }
    entry.bytes = bytes;
    entry.loader = null;
    for (const { thread: other, resolve } of entry.waiting.splice(0)) {
      entry.holders.add(other);
      resolve({ bytes });
    }
  }

  release(thread: number, hash: string): void {
    const entry = this.#entries.get(hash);
    if (!entry || entry.loader === thread) return;
    entry.holders.delete(thread);
    if (entry.holders.size === 0 && entry.bytes) this.#entries.delete(hash);
  }

  /** Releases all blobs of a thread that has exited. The next waiting thread reads what it was reading. */
  forget(thread: number): void {
    for (const [hash, entry] of this.#entries) {
      entry.waiting.splice(0, Infinity, ...entry.waiting.filter((waiter) => waiter.thread !== thread));
      entry.holders.delete(thread);
      if (entry.loader === thread) this.#passOn(hash, entry);
      else if (entry.bytes && entry.holders.size === 0) this.#entries.delete(hash);
    }
  }

  #passOn(hash: string, entry: Entry): void {
    const next = entry.waiting.shift();
    if (!next) {
      this.#entries.delete(hash);
      return;
    }
    entry.holders.clear();
    entry.holders.add(next.thread);
    entry.loader = next.thread;
    next.resolve({ load: true });
  }
}

/** The client in a thread: reads from `blobs` what no other thread has open. Of a content pack only the tables are shared. */
export function createSharedReader(
  blobs: Pick<Blobs, "get" | "file">,
  ports: {
    readonly ask: (hash: string) => Promise<SharedBlob>;
    readonly loaded: (hash: string, bytes: SharedArrayBuffer | null) => void;
  },
): IndexBlobs {
  const load = async <T>(hash: string, read: () => Promise<T | null>, bytesOf: (content: T) => Buffer) => {
    let shared: SharedArrayBuffer | null = null;
    try {
      const content = await read();
      if (content === null) return null;
      const bytes = bytesOf(content);
      shared = new SharedArrayBuffer(bytes.length);
      Buffer.from(shared).set(bytes);
      return { content, bytes: Buffer.from(shared) };
    } finally {
      ports.loaded(hash, shared);
    }
  };
  return {
    async get(hash) {
      const answer = await ports.ask(hash);
      if ("bytes" in answer) return Buffer.from(answer.bytes);
      const loaded = await load(
        hash,
        () => blobs.get(hash),
        (bytes) => bytes,
      );
      return loaded && loaded.bytes;
    },
    async ranged(hash, blob = KEPT_PACK) {
      const key = sharedKey(hash, blob);
      const answer = await ports.ask(key);
      if ("load" in answer) {
        const loaded = await load(
          key,
          () => readRanged(blobs, hash, blob),
          ({ bytes }) => bytes,
        );
        return loaded && { bytes: loaded.bytes, file: loaded.content.file };
      }
      const bytes = Buffer.from(answer.bytes);
      if (hasTail(bytes, blob.tail)) return { bytes, file: null };
      const file = await openBlobFile(blobs, hash, true, blob.isKept);
      if (file) return { bytes, file };
      const content = await blobs.get(hash);
      return content && { bytes: content, file: null };
    },
  };
}
