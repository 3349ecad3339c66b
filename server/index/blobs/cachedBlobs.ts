import { HOUR_MS } from "../../../contract/durations.ts";
import { readdir, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { type Blobs, createFileBlobs } from "./blobs.ts";

export interface BlobCache {
  readonly folder: string;
  /** Bytes that it may hold; what was not used for longest goes first. 0: no cache. */
  readonly maxBytes: number;
}

/**
 * A store far away with a folder before it. What is read stays on this machine up to a size; what is written goes to the store first. The
 * folder may be shared by processes and threads, and may be emptied at any time: it is never the only place of anything.
 */
export function createCachedBlobs(remote: Blobs, { folder, maxBytes }: BlobCache): Blobs {
  const local = createFileBlobs(folder);
  /** Written by this thread since the folder was looked through; undefined: not looked through yet. */
  let written: number | undefined;
  let room = 0;
  let trimming: Promise<void> | undefined;

  const keep = async (bytes: Uint8Array): Promise<void> => {
    if (bytes.length > maxBytes / 2) return;
    // A cache that cannot be written (a full disk, a read-only one) only makes reading slower.
    try {
      await local.put(bytes);
    } catch {
      return;
    }
    if (written !== undefined) written += bytes.length;
    if (written === undefined || written > room) {
      trimming ??= trim().finally(() => {
        trimming = undefined;
      });
      await trimming;
    }
  };

  /** Looks the folder through, because other processes write to it too, and makes it a tenth smaller than it may be. */
  const trim = async (): Promise<void> => {
    const there = (await Array.fromAsync(local.list())).toSorted((a, b) => a.writtenAt - b.writtenAt);
    let total = there.reduce((sum, { bytes }) => sum + bytes, 0);
    if (total > maxBytes) {
      for (const { hash, bytes } of there) {
        if (total <= maxBytes * 0.9) break;
        await local.delete(hash).catch(() => undefined);
        total -= bytes;
      }
    }
    await removeLeftovers(folder);
    written = 0;
    room = Math.max(0, maxBytes - total);
  };

  return {
    async put(bytes) {
      const hash = await remote.put(bytes);
      await keep(bytes);
      return hash;
    },
    async get(hash) {
      const found = await near(local.get(hash));
      if (found) {
        await touch(folder, hash);
        return found;
      }
      const bytes = await remote.get(hash);
      if (bytes) await keep(bytes);
      return bytes;
    },
    async file(hash, isChecked) {
      const found = await near(local.file?.(hash, isChecked));
      if (found !== null) {
        await touch(folder, hash);
        return found;
      }
      const bytes = await remote.get(hash);
      if (!bytes) return null;
      await keep(bytes);
      return near(local.file?.(hash, true));
    },
    // The question is whether other machines will find it.
    has: (hash) => remote.has(hash),
    size: (hash) => remote.size(hash),
    async delete(hash, writtenBefore) {
      await remote.delete(hash, writtenBefore);
      if (writtenBefore === undefined) await local.delete(hash).catch(() => undefined);
    },
    list: () => remote.list(),
  };
}

/** What the folder has. Only a name that is no hash is an error: a folder that cannot be read counts as empty. */
async function near<T>(read: Promise<T | null> | undefined): Promise<T | null> {
  try {
    return (await read) ?? null;
  } catch (error) {
    if (error instanceof TypeError) throw error;
    return null;
  }
}

/** Notes that a file of the folder was used. */
async function touch(folder: string, hash: string): Promise<void> {
  const now = new Date();
  await utimes(join(folder, hash.slice(0, 2), hash.slice(2)), now, now).catch(() => undefined);
}

const LEFTOVER_AGE_MS = HOUR_MS;

/** What a killed process was writing. */
async function removeLeftovers(folder: string): Promise<void> {
  for (const shelf of await readdir(folder).catch(() => [])) {
    for (const name of await readdir(join(folder, shelf)).catch(() => [])) {
      if (!name.endsWith(".part")) continue;
      const path = join(folder, shelf, name);
      const found = await stat(path).catch(() => undefined);
      if (found && found.mtimeMs < Date.now() - LEFTOVER_AGE_MS) await rm(path, { force: true }).catch(() => undefined);
    }
  }
}
