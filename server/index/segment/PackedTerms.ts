import { SectionFile, writeSectionFile } from "./SectionFile.ts";
import { POSTINGS, SEGMENT_KIND, sizesOf, tablesOf } from "./segmentTables.ts";

export const PACKED_KIND = "packed segment";
/** Terms of a block, of which the first is written whole. */
const BLOCK_TERMS = 16;
const BLOCK_BITS = 4;

/** Words of the fields of documents. */
export type Lengths = Uint32Array | Uint16Array;

/** Where a term's postings are, and how many. */
export interface TermRow {
  readonly start: number;
  readonly end: number;
  readonly documents: number;
}

/**
 * The tables of a segment in a third of their bytes, as a part of its own. Terms are in blocks of 16. An entry is
 *
 *     varint(bytes shared with the term before)  varint(other bytes)  the other bytes  varint(bytes of postings)  varint(documents)
 *
 * Lengths have two bytes where all fit.
 * @param head the file of the segment up to its postings
 * @param wholeBytes of the file
 * @throws DamagedIndexError, IndexFormatError
 */
export function packSegment(head: Buffer, wholeBytes: number): Buffer {
  const container = new SectionFile(head, SEGMENT_KIND, wholeBytes);
  const { documents, fields, terms } = sizesOf(container);
  const { termBytes, termOffsets, starts, documentCounts, lengths } = tablesOf(container);
  const postings = container.range(POSTINGS);
  const blocks = Math.ceil(terms / BLOCK_TERMS);
  const offsets = new Uint32Array(blocks);
  const firstPostings = new Uint32Array(blocks);
  // At most five bytes for each of four numbers.
  const maxBytes = termBytes.length + 20 * terms;
  if (room.length < maxBytes) room = Buffer.allocUnsafeSlow(2 * maxBytes);
  const entries = room;
  let end = 0;
  const varint = (value: number): void => {
    let rest = value;
    for (; rest > 127; rest >>>= 7) entries[end++] = (rest & 127) | 128;
    entries[end++] = rest;
  };
  for (let term = 0; term < terms; term++) {
    const from = termOffsets[term] ?? 0;
    const to = termOffsets[term + 1] ?? 0;
    let shared = 0;
    if (term % BLOCK_TERMS === 0) {
      offsets[term >> BLOCK_BITS] = end;
      firstPostings[term >> BLOCK_BITS] = starts[term] ?? 0;
    } else {
      const before = termOffsets[term - 1] ?? 0;
      const shorter = Math.min(from - before, to - from);
      while (shared < shorter && termBytes[before + shared] === termBytes[from + shared]) shared++;
    }
    varint(shared);
    varint(to - from - shared);
    for (let at = from + shared; at < to; at++) entries[end++] = termBytes[at] ?? 0;
    varint((starts[term + 1] ?? 0) - (starts[term] ?? 0));
    varint(documentCounts[term] ?? 0);
  }
  const isShort = lengths.every((length) => length < 65_536);
  return writeSectionFile(PACKED_KIND, {
    meta: Uint32Array.of(documents, fields, terms, wholeBytes, postings.offset, postings.length),
    offsets,
    postings: firstPostings,
    ...(isShort ? { short: Uint16Array.from(lengths) } : { lengths }),
    entries: entries.subarray(0, end),
  });
}

/** What was packed last, before it is copied to where it stays. */
let room = Buffer.alloc(0);

/** Terms and lengths that `packSegment` has written, read in place. */
export class PackedTerms {
  readonly documents: number;
  readonly fields: number;
  readonly terms: number;
  /** Bytes of the file of the segment, and where its postings are. */
  readonly wholeBytes: number;
  readonly postings: { readonly offset: number; readonly length: number };
  /** Field after field. */
  readonly lengths: Lengths;
  readonly #offsets: Uint32Array;
  readonly #postings: Uint32Array;
  readonly #entries: Buffer;
  #at = 0;

  constructor(buffer: Buffer) {
    const container = new SectionFile(buffer, PACKED_KIND);
    const [documents = 0, fields = 0, terms = 0, wholeBytes = 0, offset = 0, length = 0] = container.u32("meta");
    this.documents = documents;
    this.fields = fields;
    this.terms = terms;
    this.wholeBytes = wholeBytes;
    this.postings = { offset, length };
    this.lengths = container.has("short") ? container.u16("short") : container.u32("lengths");
    this.#offsets = container.u32("offsets");
    this.#postings = container.u32("postings");
    this.#entries = container.bytes("entries");
  }

  #varint(): number {
    const entries = this.#entries;
    let value = entries[this.#at++] ?? 0;
    if (value < 128) return value;
    value &= 127;
    for (let shift = 7, byte = 128; byte > 127; shift += 7) {
      byte = entries[this.#at++] ?? 0;
      value |= (byte & 127) << shift;
    }
    return value >>> 0;
  }

  /** The number of a term, or the bitwise complement of its insertion point. */
  find(text: string): number {
    const target = bytesOf(text);
    const entries = this.#entries;
    // The last block that begins with no greater term.
    let low = 0;
    let high = this.#offsets.length - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      this.#at = (this.#offsets[middle] ?? 0) + 1;
      const length = this.#varint();
      if (orderOf(entries, this.#at, length, target, 0) <= 0) low = middle + 1;
      else high = middle - 1;
    }
    if (high < 0) return ~0;
    this.#at = this.#offsets[high] ?? 0;
    const first = high << BLOCK_BITS;
    const last = Math.min(first + BLOCK_TERMS, this.terms);
    /** Bytes that the term before, which is less, shares with the searched term. */
    let common = 0;
    for (let number = first; number < last; number++) {
      const shared = this.#varint();
      const other = this.#varint();
      const from = this.#at;
      this.#at += other;
      this.#varint();
      this.#varint();
      // It differs from the term before where that is still the same as the wanted one, and is greater.
      if (shared < common) return ~number;
      if (shared > common) continue;
      const order = orderOf(entries, from, other, target, shared);
      if (order === 0) return number;
      if (order > 0) return ~number;
      while (common - shared < other && entries[from + common - shared] === target[common]) common++;
    }
    return ~last;
  }

  row(number: number): TermRow {
    const block = number >> BLOCK_BITS;
    this.#at = this.#offsets[block] ?? 0;
    let start = this.#postings[block] ?? 0;
    for (let skips = number & (BLOCK_TERMS - 1); ; skips--) {
      this.#varint();
      const other = this.#varint();
      this.#at += other;
      const bytes = this.#varint();
      const documents = this.#varint();
      if (skips === 0) return { start, end: start + bytes, documents };
      start += bytes;
    }
  }
}

/** Compares the bytes at `from` with the searched term, from its byte `start` on. */
function orderOf(bytes: Uint8Array, from: number, length: number, target: Uint8Array, start: number): number {
  const targetLength = target.length - start;
  const least = Math.min(length, targetLength);
  let at = 0;
  while (at < least && bytes[from + at] === target[start + at]) at++;
  return at < least ? (bytes[from + at] ?? 0) - (target[start + at] ?? 0) : length - targetLength;
}

/** Encoded terms that are cached: those of one search, which thousands of segments look up. */
const MAX_ENCODED = 64;
const encoded = new Map<string, Uint8Array>();

function bytesOf(text: string): Uint8Array {
  let bytes = encoded.get(text);
  if (!bytes) {
    if (encoded.size >= MAX_ENCODED) encoded.clear();
    encoded.set(text, (bytes = new TextEncoder().encode(text)));
  }
  return bytes;
}
