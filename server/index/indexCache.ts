import type { IndexBlobs } from "./blobs/SharedBlobs.ts";
import { type Manifest, blobsOf, rangedBlobsOf } from "./manifest.ts";
import type { OpenedIndex } from "./OpenedIndex.ts";
import { openIndex } from "./openIndex.ts";
import { createPartCache, partName } from "./partCache.ts";

export interface IndexCache {
  /** Opens the index that a manifest names. DamagedIndexError when a blob is gone or broken, IndexFormatError for another version. */
  open(manifest: Manifest): Promise<OpenedIndex>;
  /**
   * Opens an index for one question that spans many projects. Such a guest evicts no index, and is the first to be evicted; `release` ends
   * its use.
   */
  openEvictable(manifest: Manifest): Promise<{ readonly index: OpenedIndex; readonly release: () => void }>;
  /** True where opening reads nothing. */
  isOpen(manifest: Manifest): boolean;
  /** Bytes of the parts that are kept open; of a content pack that is read from its file only the tables. */
  bytes(): number;
  /** Indexes that are kept open. */
  count(): number;
  /** Releases an index that another one has replaced, with the segments that no other index shares. Holders may continue to use it. */
  forget(manifest: Manifest): void;
}

export interface IndexCacheOptions {
  readonly maxBytes?: number;
  /** Called when a segment is evicted. Its memory is free once no index that contains it is referenced. */
  readonly onEvicted?: (hash: string) => void;
}

/**
 * Opens indexes and keeps them, the least recently used going first once `maxBytes` is passed. A new manifest shares every part that did
 * not change with the one before. An index that is open for a question over many has its postings in their files. Such guests only use
 * memory that the others leave: when there is none, those that are open stay, and each further one is closed after its use, since a
 * question over all reads them in the same order each time. No `LRUCache`: the bytes belong to parts that several indexes share.
 */
export function createIndexCache(blobs: IndexBlobs, options: IndexCacheOptions = {}): IndexCache {
  const maxBytes = options.maxBytes ?? 256 << 20;
  const parts = createPartCache(blobs, options.onEvicted ?? (() => undefined));
  const opened = new Map<string, OpenEntry>();
  const guests = new Map<string, OpenEntry>();
  /** Open indexes that have each part. */
  const users = new Map<string, number>();
  /** Parts that no open index has, those that were used before the others first. */
  const unused = new Set<string>();
  const keys = new WeakMap<Manifest, string>();

  const retainNames = (names: readonly string[]): void => {
    for (const name of names) {
      users.set(name, (users.get(name) ?? 0) + 1);
      unused.delete(name);
    }
  };
  const dropUnused = (isEnough: () => boolean): void => {
    for (const name of unused) {
      if (isEnough()) return;
      unused.delete(name);
      parts.drop(name);
    }
  };
  const remove = (from: Map<string, OpenEntry>, key: string): void => {
    const entry = from.get(key);
    if (!entry) return;
    from.delete(key);
    for (const name of entry.names) {
      const left = (users.get(name) ?? 0) - 1;
      if (left > 0) users.set(name, left);
      else {
        users.delete(name);
        unused.add(name);
      }
    }
  };
  const fits = (): boolean => parts.bytes() <= maxBytes;
  /** @param keep the index that is being used */
  const trim = (keep: string): void => {
    for (const from of [guests, opened]) {
      for (const key of from.keys()) {
        if (fits()) return;
        if (from === opened && key === keep) continue;
        // Opened indexes hold their parts: dropping a part frees nothing while an index that has it is open.
        remove(from, key);
        dropUnused(fits);
      }
    }
  };
  const keyOf = (manifest: Manifest): string => {
    const key = keys.get(manifest) ?? JSON.stringify(manifest);
    keys.set(manifest, key);
    return key;
  };
  const openIn = async (
    into: Map<string, OpenEntry>,
    key: string,
    manifest: Manifest,
    isGuest: boolean,
  ): Promise<OpenedIndex> => {
    let entry = into.get(key);
    if (entry) into.delete(key);
    else {
      const ranged = rangedBlobsOf(manifest);
      const names = [...blobsOf(manifest)].map((hash) => (ranged.has(hash) ? partName(hash, isGuest) : hash));
      retainNames(names);
      entry = { index: openIndex(manifest, isGuest ? parts.guests : parts.kept), names };
    }
    into.set(key, entry);
    try {
      return await entry.index;
    } catch (error) {
      if (into.get(key) === entry) remove(into, key);
      throw error;
    }
  };

  return {
    bytes: () => parts.bytes(),
    count: () => opened.size + guests.size,
    forget: (manifest) => {
      const key = keyOf(manifest);
      const wasOpen = opened.has(key) || guests.has(key);
      remove(opened, key);
      remove(guests, key);
      if (wasOpen) dropUnused(() => false);
    },
    isOpen: (manifest) => opened.has(keyOf(manifest)) || guests.has(keyOf(manifest)),
    async open(manifest) {
      const key = keyOf(manifest);
      remove(guests, key);
      const index = await openIn(opened, key, manifest, false);
      trim(key);
      return index;
    },
    async openEvictable(manifest) {
      const key = keyOf(manifest);
      const own = opened.get(key);
      if (own) return { index: await own.index, release: () => undefined };
      const index = await openIn(guests, key, manifest, true);
      return {
        index,
        release: () => {
          if (fits()) return;
          remove(guests, key);
          dropUnused(fits);
        },
      };
    },
  };
}

interface OpenEntry {
  readonly index: Promise<OpenedIndex>;
  /** Of its parts. */
  readonly names: readonly string[];
}
