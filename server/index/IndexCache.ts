import { LRUCache } from "lru-cache";
import type { IndexBlobs } from "./blobs/SharedBlobs.ts";
import { type Manifest, blobsOf, rangedBlobsOf } from "./manifest.ts";
import type { OpenedIndex } from "./OpenedIndex.ts";
import { openIndex } from "./openIndex.ts";
import { PartCache, partName } from "./PartCache.ts";
import { DamagedIndexError } from "./indexErrors.ts";
import { ScipTable } from "./scip/ScipTable.ts";
import { memoize } from "../memoize.ts";

/** Bytes of uploaded indexes that are kept open. */
const MAX_SCIP_BYTES = 256 << 20;

export interface IndexCacheOptions {
  readonly maxBytes?: number;
  /** Called when a segment is evicted. Its memory is free once no index that contains it is referenced. */
  readonly onEvicted?: (hash: string) => void;
}

interface OpenEntry {
  readonly index: Promise<OpenedIndex>;
  /** What `index` is, as soon as it is open. */
  opened?: OpenedIndex;
  /** Names of its parts. */
  readonly names: readonly string[];
}

/**
 * Opens indexes and keeps them, the least recently used going first once `maxBytes` is passed. A new manifest shares every part that did
 * not change with the one before. A guest index is open for a search over many projects and reads its postings from files. Guests use only
 * spare memory; without any, a further guest is closed after its use, because a search over all projects opens them in the same order
 * each time and LRU eviction would never hit. No `LRUCache`: the bytes belong to parts that several indexes share.
 */
export class IndexCache {
  readonly #maxBytes: number;
  readonly #parts: PartCache;
  readonly #opened = new Map<string, OpenEntry>();
  readonly #guests = new Map<string, OpenEntry>();
  /** Open indexes that have each part. */
  readonly #users = new Map<string, number>();
  /** Parts that no open index has, those that were used before the others first. */
  readonly #unused = new Set<string>();
  readonly #blobs: IndexBlobs;
  readonly #scip: LRUCache<string, ScipTable>;
  readonly #keyOf = memoize((manifest: Manifest) => JSON.stringify(manifest));

  constructor(blobs: IndexBlobs, { maxBytes = 256 << 20, onEvicted = () => undefined }: IndexCacheOptions = {}) {
    this.#maxBytes = maxBytes;
    this.#parts = new PartCache(blobs, onEvicted);
    this.#blobs = blobs;
    this.#scip = new LRUCache({
      maxSize: MAX_SCIP_BYTES,
      sizeCalculation: ({ byteLength }) => byteLength + 1,
      dispose: (_table, hash) => onEvicted(hash),
    });
  }

  /** Opens the index that a manifest names. DamagedIndexError when a blob is gone or broken, IndexFormatError for another version. */
  async open(manifest: Manifest): Promise<OpenedIndex> {
    const key = this.#keyOf(manifest);
    this.#remove(this.#guests, key);
    const index = await this.#openIn(this.#opened, key, manifest);
    this.#trim(key);
    return index;
  }

  /**
   * Opens an index for one question that spans many projects. Such a guest evicts no index, and is the first to be evicted; `release` ends
   * its use.
   */
  async openEvictable(manifest: Manifest): Promise<{ readonly index: OpenedIndex; readonly release: () => void }> {
    const key = this.#keyOf(manifest);
    const existing = this.#opened.get(key);
    if (existing) return { index: await existing.index, release: () => undefined };
    return this.#guest(key, await this.#openIn(this.#guests, key, manifest));
  }

  /** The same for an index that is open; null for another one. */
  evictableIfOpen(manifest: Manifest): { readonly index: OpenedIndex; readonly release: () => void } | null {
    const key = this.#keyOf(manifest);
    const opened = this.#opened.get(key)?.opened;
    if (opened) return { index: opened, release: () => undefined };
    const entry = this.#guests.get(key);
    if (!entry?.opened) return null;
    // The last one to be evicted, as if it had been opened now.
    this.#guests.delete(key);
    this.#guests.set(key, entry);
    return this.#guest(key, entry.opened);
  }

  #guest(key: string, index: OpenedIndex): { readonly index: OpenedIndex; readonly release: () => void } {
    return {
      index,
      release: () => {
        if (this.#fits()) return;
        this.#remove(this.#guests, key);
        this.#dropUnused(() => this.#fits());
      },
    };
  }

  /** The table of an uploaded index; a few are kept. @throws DamagedIndexError when its blob is gone */
  async scip(hash: string): Promise<ScipTable> {
    const cached = this.#scip.get(hash);
    if (cached) return cached;
    const bytes = await this.#blobs.get(hash);
    if (!bytes) throw new DamagedIndexError("SCIP table", "its blob is not in the store");
    const table = new ScipTable(bytes);
    this.#scip.set(hash, table);
    return table;
  }

  /** True where opening reads nothing. */
  isOpen(manifest: Manifest): boolean {
    const key = this.#keyOf(manifest);
    return this.#opened.has(key) || this.#guests.has(key);
  }

  /** Bytes of the parts that are kept open; of a content pack that is read from its file only the tables. */
  bytes(): number {
    return this.#parts.bytes;
  }

  /** Indexes that are kept open. */
  count(): number {
    return this.#opened.size + this.#guests.size;
  }

  /** Releases an index that another one has replaced, with the segments that no other index shares. Holders may continue to use it. */
  forget(manifest: Manifest): void {
    const wasOpen = this.isOpen(manifest);
    for (const from of [this.#opened, this.#guests]) this.#remove(from, this.#keyOf(manifest));
    if (wasOpen) this.#dropUnused(() => false);
  }

  async #openIn(into: Map<string, OpenEntry>, key: string, manifest: Manifest): Promise<OpenedIndex> {
    const entry = into.get(key) ?? this.#begin(manifest, into === this.#guests);
    // Moves it to the end: it is the last one to be evicted.
    into.delete(key);
    into.set(key, entry);
    try {
      return (entry.opened ??= await entry.index);
    } catch (error) {
      if (into.get(key) === entry) this.#remove(into, key);
      throw error;
    }
  }

  #begin(manifest: Manifest, isGuest: boolean): OpenEntry {
    const ranged = rangedBlobsOf(manifest);
    const names = [...blobsOf(manifest)].map((hash) => (ranged.has(hash) ? partName(hash, isGuest) : hash));
    for (const name of names) {
      this.#users.set(name, (this.#users.get(name) ?? 0) + 1);
      this.#unused.delete(name);
    }
    return { index: openIndex(manifest, isGuest ? this.#parts.guests : this.#parts.resident), names };
  }

  #remove(from: Map<string, OpenEntry>, key: string): void {
    const entry = from.get(key);
    if (!entry) return;
    from.delete(key);
    for (const name of entry.names) {
      const remaining = (this.#users.get(name) ?? 0) - 1;
      if (remaining > 0) this.#users.set(name, remaining);
      else {
        this.#users.delete(name);
        this.#unused.add(name);
      }
    }
  }

  /** @param keep the index that is being used */
  #trim(keep: string): void {
    for (const from of [this.#guests, this.#opened]) {
      for (const key of from.keys()) {
        if (this.#fits()) return;
        if (from === this.#opened && key === keep) continue;
        // Opened indexes hold their parts: dropping a part frees nothing while an index that has it is open.
        this.#remove(from, key);
        this.#dropUnused(() => this.#fits());
      }
    }
  }

  #dropUnused(isEnough: () => boolean): void {
    for (const name of this.#unused) {
      if (isEnough()) return;
      this.#unused.delete(name);
      this.#parts.drop(name);
    }
  }

  #fits(): boolean {
    return this.#parts.bytes <= this.#maxBytes;
  }
}
