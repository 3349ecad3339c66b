import type { TermRow } from "./PackedTerms.ts";

/** Bytes of a map's entry with its value. */
const ENTRY_BYTES = 128;
/** Bytes of the map of a segment with its place in the map of all. */
const MAP_BYTES = 220;
/** Lists are copied into blocks: a buffer for each of them would take more memory than most lists. */
const BLOCK_BYTES = 1 << 20;
/** Longer lists are read each time: one of them takes the room of thousands. */
const MAX_LIST_BYTES = BLOCK_BYTES / 4;
/** Segments that have a place in the arrays of a term; with more, all places are given out again. */
const MAX_PLACES = 1 << 17;
/** What an array of numbers has for a segment in which the term was not looked up. It is no result of `find`. */
const UNKNOWN = 0x7fff_ffff;

/** A row of a segment's terms; its postings are in `block` from `at` on, or null where they are not cached. */
export interface CachedRow extends TermRow {
  readonly block: Buffer | null;
  readonly at: number;
  /** See `SegmentReader.named`; null until it was read. */
  named: Uint32Array | null;
  /** See `SegmentReader.largestCount`, and what it depends on; null until it was computed. */
  largest: { readonly count: number; readonly means: object } | null;
}

/** Where a segment is in the arrays of a term. */
export interface CachePlace {
  position: number;
  epoch: number;
}

/**
 * What a thread has looked up and read of segments whose postings are in files. A search over a company looks up each word in thousands of
 * segments, and most words of a search were in an earlier one. Entries live in two generations of half the bytes: when the younger one is
 * full, the older one is dropped, and what was used since then is in the younger one (a second chance, as in the clock algorithm).
 */
export class TermCache {
  /** Bytes of both generations. */
  maxBytes: number;
  #bytes = 0;
  #epoch = 0;
  #places = 0;
  #numbers = { young: new Map<string, Int32Array>(), old: new Map<string, Int32Array>() };
  #rows = { young: new Map<number, Map<number, CachedRow>>(), old: new Map<number, Map<number, CachedRow>>() };
  #block = Buffer.alloc(0);
  #used = 0;

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }

  /** The place of a segment in which nothing was looked up yet. */
  newPlace(): CachePlace {
    return { position: 0, epoch: -1 };
  }

  /** What `find` said of the term in the segment at this place. */
  numberOf(term: string, { position, epoch }: CachePlace): number | undefined {
    if (epoch !== this.#epoch) return undefined;
    const number = this.#numbersOf(term)?.[2 * position];
    return number === UNKNOWN ? undefined : number;
  }

  /** How many documents of that segment have the term. */
  documentsOf(term: string, { position, epoch }: CachePlace): number | undefined {
    if (epoch !== this.#epoch) return undefined;
    const documents = this.#numbersOf(term)?.[2 * position + 1];
    return documents === UNKNOWN ? undefined : documents;
  }

  setNumber(term: string, segment: CachePlace, number: number, documents: number): void {
    if (this.#places > MAX_PLACES) this.#forgetPlaces();
    if (segment.epoch !== this.#epoch) {
      segment.position = this.#places++;
      segment.epoch = this.#epoch;
    }
    let numbers = this.#numbersOf(term);
    if (!numbers || numbers.length <= 2 * segment.position) {
      const grown = new Int32Array(2 * 2 ** Math.ceil(Math.log2(this.#places + 1))).fill(UNKNOWN);
      if (numbers) grown.set(numbers);
      this.#count(grown.byteLength - (numbers?.byteLength ?? 0));
      this.#numbers.young.set(term, (numbers = grown));
    }
    numbers[2 * segment.position] = number;
    numbers[2 * segment.position + 1] = documents;
  }

  /** @param segment its number in this thread */
  row(segment: number, term: number): CachedRow | undefined {
    const young = this.#rows.young.get(segment)?.get(term);
    if (young) return young;
    const old = this.#rows.old.get(segment)?.get(term);
    return (
      old && this.#setRow(segment, term, old, old.block && old.block.subarray(old.at, old.at + old.end - old.start))
    );
  }

  setRow(segment: number, term: number, row: TermRow): CachedRow {
    return this.#setRow(segment, term, row, null);
  }

  /** @param postings of the row, which are copied */
  setPostings(segment: number, term: number, row: TermRow, postings: Buffer): void {
    if (postings.length <= MAX_LIST_BYTES) this.#setRow(segment, term, row, postings);
  }

  #setRow(segment: number, term: number, { start, end, documents }: TermRow, postings: Buffer | null): CachedRow {
    const before = this.#rows.young.get(segment)?.get(term) ?? this.#rows.old.get(segment)?.get(term);
    const { named = null, largest = null } = before ?? {};
    const bytes = ENTRY_BYTES + (postings?.length ?? 0) + (named?.byteLength ?? 0);
    this.#count(this.#rows.young.has(segment) ? bytes : bytes + MAP_BYTES);
    let at = 0;
    if (postings) {
      if (this.#used + postings.length > this.#block.length) {
        this.#block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
        this.#used = 0;
      }
      at = this.#used;
      postings.copy(this.#block, at);
      this.#used += postings.length;
    }
    let rows = this.#rows.young.get(segment);
    if (!rows) this.#rows.young.set(segment, (rows = new Map()));
    const row = { start, end, documents, block: postings && this.#block, at, named, largest };
    rows.set(term, row);
    return row;
  }

  /** Keeps which documents have the term of a row in the field of names. */
  setNamed(segment: number, term: number, named: Uint32Array): void {
    const row = this.row(segment, term);
    if (!row) return;
    this.#count(ENTRY_BYTES + named.byteLength);
    row.named = named;
  }

  #numbersOf(term: string): Int32Array | undefined {
    const young = this.#numbers.young.get(term);
    if (young) return young;
    const old = this.#numbers.old.get(term);
    if (old) {
      this.#count(old.byteLength);
      this.#numbers.young.set(term, old);
    }
    return old;
  }

  /** Adds to the younger generation, which becomes the older one when it is full. */
  #count(bytes: number): void {
    if (this.#bytes + bytes > this.maxBytes / 2) {
      this.#bytes = 0;
      this.#numbers = { young: new Map(), old: this.#numbers.young };
      this.#rows = { young: new Map(), old: this.#rows.young };
      this.#block = Buffer.alloc(0);
      this.#used = 0;
    }
    this.#bytes += bytes;
  }

  #forgetPlaces(): void {
    this.#epoch++;
    this.#places = 0;
    this.#numbers = { young: new Map(), old: new Map() };
  }
}

/** The words of recent searches over a company, in the segments that this thread reads by range. */
export const termCache = new TermCache(16 << 20);
/** The cache of terms has one byte for this many of open indexes. */
export const TERM_CACHE_SHARE = 8;
