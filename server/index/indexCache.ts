import type { IndexBlobs } from "./blobs/SharedBlobs.ts";
import type { Manifest } from "./manifest.ts";
import type { OpenedIndex } from "./OpenedIndex.ts";
import { openIndex } from "./openIndex.ts";
import { createPartCache } from "./partCache.ts";

export interface IndexCache {
  /** Opens the index that a manifest names. DamagedIndexError when a blob is gone or broken, IndexFormatError for another version. */
  open(manifest: Manifest): Promise<OpenedIndex>;
  /**
   * Opens an index for one question that spans many projects. Such a guest never evicts an index that was opened by `open`, and is the
   * first to be evicted; `release` ends its use.
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
 * Opens indexes and keeps their parts by blob hash, the least recently used going first once `maxBytes` is passed. A new manifest
 * shares every part that did not change with the one before. No `LRUCache`: the bytes belong to parts that several indexes share, and
 * guests go first.
 */
export function createIndexCache(blobs: IndexBlobs, options: IndexCacheOptions = {}): IndexCache {
  const maxBytes = options.maxBytes ?? 256 << 20;
  const parts = createPartCache(blobs, options.onEvicted ?? (() => undefined));
  const opened = new Map<string, Promise<OpenedIndex>>();
  /** Those of `opened` that are there for a question over many projects alone. */
  const guests = new Set<string>();
  const keys = new WeakMap<Manifest, string>();

  const bytes = (): number => parts.bytes();
  const dropParts = (isEnough: () => boolean): void => {
    for (const hash of parts.hashes()) {
      if (isEnough()) return;
      if ([...opened.keys()].every((key) => !key.includes(hash))) parts.drop(hash);
    }
  };
  // Opened indexes hold their parts: forgetting a part frees nothing while an index that names it is kept.
  const close = (key: string): void => {
    opened.delete(key);
    guests.delete(key);
    dropParts(() => bytes() <= maxBytes);
  };
  /** Guests go first. @param keep the index that is being used */
  const trim = (keep: string, mayEvict: (key: string) => boolean): void => {
    const oldestFirst = [...opened.keys()].toSorted((a, b) => Number(guests.has(b)) - Number(guests.has(a)));
    for (const key of oldestFirst) {
      if (bytes() <= maxBytes) return;
      if (key !== keep && mayEvict(key)) close(key);
    }
  };
  const keyOf = (manifest: Manifest): string => {
    const key = keys.get(manifest) ?? JSON.stringify(manifest);
    keys.set(manifest, key);
    return key;
  };
  const openKept = async (key: string, manifest: Manifest): Promise<OpenedIndex> => {
    let index = opened.get(key);
    if (index) opened.delete(key);
    else index = openIndex(manifest, parts);
    opened.set(key, index);
    try {
      return await index;
    } catch (error) {
      opened.delete(key);
      guests.delete(key);
      throw error;
    }
  };

  return {
    bytes,
    count: () => opened.size,
    forget: (manifest) => {
      const key = keyOf(manifest);
      guests.delete(key);
      if (opened.delete(key)) dropParts(() => false);
    },
    isOpen: (manifest) => opened.has(keyOf(manifest)),
    async open(manifest) {
      const key = keyOf(manifest);
      guests.delete(key);
      const index = await openKept(key, manifest);
      trim(key, () => true);
      return index;
    },
    async openEvictable(manifest) {
      const key = keyOf(manifest);
      if (!opened.has(key)) guests.add(key);
      const index = await openKept(key, manifest);
      trim(key, (other) => guests.has(other));
      return {
        index,
        release: () => {
          if (guests.has(key) && bytes() > maxBytes) close(key);
        },
      };
    },
  };
}
