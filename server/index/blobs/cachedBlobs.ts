import { HOUR_MS } from "../../../contract/durations.ts";
import { rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { type Blobs, createFileBlobs, filesInFolder } from "./blobs.ts";

export interface BlobCache {
  readonly folder: string;
  /** Maximum size of the folder. 0 disables the cache. */
  readonly maxBytes: number;
}

/**
 * A write-through cache of a remote store in a local folder of limited size. Processes and threads may share the folder, and it may be
 * emptied at any time: the remote store has every blob.
 */
export function createCachedBlobs(remote: Blobs, options: BlobCache): Blobs {
  const cache = new CacheFolder(options);
  return {
    async put(bytes) {
      const hash = await remote.put(bytes);
      await cache.add(bytes);
      return hash;
    },
    async get(hash) {
      const cached = await cache.get(hash);
      if (cached) return cached;
      const bytes = await remote.get(hash);
      if (bytes) await cache.add(bytes);
      return bytes;
    },
    async file(hash, isChecked) {
      const cachedFile = await cache.file(hash, isChecked);
      if (cachedFile !== null) return cachedFile;
      const bytes = await remote.get(hash);
      if (!bytes) return null;
      await cache.add(bytes);
      return cache.file(hash, true);
    },
    // Only the remote store counts: other machines cannot read this folder.
    has: (hash) => remote.has(hash),
    size: (hash) => remote.size(hash),
    async delete(hash, writtenBefore) {
      await remote.delete(hash, writtenBefore);
      if (writtenBefore === undefined) await cache.delete(hash);
    },
    list: () => remote.list(),
  };
}

/** Blobs in a folder of limited size. The least recently used are deleted first. */
class CacheFolder {
  readonly #folder: string;
  readonly #maxBytes: number;
  readonly #blobs: Blobs;
  /** Bytes that this thread has written since the folder was last listed; undefined before the first time. */
  #written: number | undefined;
  /** Bytes that were free when the folder was last listed. */
  #room = 0;
  #trimming: Promise<void> | undefined;

  constructor({ folder, maxBytes }: BlobCache) {
    this.#folder = folder;
    this.#maxBytes = maxBytes;
    this.#blobs = createFileBlobs(folder);
  }

  async get(hash: string): Promise<Buffer | null> {
    return this.#used(hash, await unlessUnreadable(this.#blobs.get(hash)));
  }

  async file(hash: string, isChecked?: boolean): Promise<string | null> {
    return this.#used(hash, await unlessUnreadable(this.#blobs.file?.(hash, isChecked)));
  }

  async delete(hash: string): Promise<void> {
    await this.#blobs.delete(hash).catch(() => undefined);
  }

  async add(bytes: Uint8Array): Promise<void> {
    if (bytes.length > this.#maxBytes / 2) return;
    // A cache that cannot be written (a full disk, a read-only one) only makes reading slower.
    try {
      await this.#blobs.put(bytes);
    } catch {
      return;
    }
    if (this.#written !== undefined) this.#written += bytes.length;
    if (this.#written === undefined || this.#written > this.#room) {
      this.#trimming ??= this.#trim().finally(() => {
        this.#trimming = undefined;
      });
      await this.#trimming;
    }
  }

  /** Lists the folder, because other processes write to it too. When it is over its limit, deletes blobs down to 90 % of the limit. */
  async #trim(): Promise<void> {
    const blobs = (await Array.fromAsync(this.#blobs.list())).toSorted((a, b) => a.writtenAt - b.writtenAt);
    let total = blobs.reduce((sum, { bytes }) => sum + bytes, 0);
    if (total > this.#maxBytes) {
      for (const { hash, bytes } of blobs) {
        if (total <= this.#maxBytes * 0.9) break;
        await this.delete(hash);
        total -= bytes;
      }
    }
    await removeLeftovers(this.#folder);
    this.#written = 0;
    this.#room = Math.max(0, this.#maxBytes - total);
  }

  /** Updates the modification time of a file that was found. The oldest files are deleted first. */
  async #used<T>(hash: string, content: T | null): Promise<T | null> {
    if (content === null) return null;
    const now = new Date();
    await utimes(join(this.#folder, hash.slice(0, 2), hash.slice(2)), now, now).catch(() => undefined);
    return content;
  }
}

/** Only a name that is no hash is an error: a folder that cannot be read counts as empty. */
async function unlessUnreadable<T>(read: Promise<T | null> | undefined): Promise<T | null> {
  try {
    return (await read) ?? null;
  } catch (error) {
    if (error instanceof TypeError) throw error;
    return null;
  }
}

const LEFTOVER_AGE_MS = HOUR_MS;

/** Deletes the temporary files of processes that were killed. */
async function removeLeftovers(folder: string): Promise<void> {
  for await (const { name, path } of filesInFolder(folder)) {
    if (!name.endsWith(".part")) continue;
    const stats = await stat(path).catch(() => undefined);
    if (stats && stats.mtimeMs < Date.now() - LEFTOVER_AGE_MS) await rm(path, { force: true }).catch(() => undefined);
  }
}
