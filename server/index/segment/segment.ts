import { lastAtMost } from "../binarySearch.ts";
import { LRUCache } from "lru-cache";
import type { FileRange } from "./FileRange.ts";
import { SectionFile, sectionHeadOf, kindOf, readHead } from "./SectionFile.ts";
import { type Lengths, PACKED_KIND, PackedTerms, type TermRow, packSegment } from "./PackedTerms.ts";
import { type CachePlace, termCache } from "./TermCache.ts";
import { POSTINGS, SEGMENT_KIND, SEGMENT_TAIL, type SegmentTables, sizesOf, tablesOf } from "./segmentTables.ts";
import { type PostingList, type PostingRange, eachPosting, namedIn } from "./postingList.ts";
import { DamagedIndexError, noFile } from "../indexErrors.ts";

const NONE = Buffer.alloc(0);
const MAX_CACHED_TERMS = 512;
let segmentsRead = 0;

/** Bytes of tables that a thread has read because something needs all of them, which lookups of terms do not. */
const MAX_LOADED_BYTES = 64 << 20;
const loaded = new LRUCache<Segment, SegmentTables>({
  maxSize: MAX_LOADED_BYTES,
  sizeCalculation: ({ lengths, termBytes }) => lengths.byteLength + 3 * termBytes.length + 1,
});

function fromFile<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new DamagedIndexError(SEGMENT_KIND, error instanceof Error ? error.message : "its file cannot be read");
  }
}

/** What engines read of a segment: of a stored one, or of several layers that are read as one. */
export interface SegmentReader {
  readonly documents: number;
  readonly fields: number;
  /** How many there are; they are numbered in the order of their UTF-8 bytes. */
  readonly terms: number;
  readonly byteLength: number;
  readonly postingBytes: number;
  readonly termBytes: Buffer;
  readonly termOffsets: Uint32Array;
  /** Whether its postings are read from a file, a list at a time. */
  readonly isByRange: boolean;
  readonly allLengths: Lengths;
  lengths(field: number): Lengths;
  lengthOf(field: number, document: number): number;
  find(term: string): number;
  term(number: number): string;
  termAt(offset: number, least?: number): number;
  documentCount(number: number): number;
  /** The same of a term; 0 where there is none. */
  documentsWith(term: string): number;
  list(number: number): PostingList;
  /** The documents that have the term in the field of names, in their order. */
  named(number: number): Uint32Array;
  /**
   * The largest count of a list, with the lengths of `means`.
   * @param compute reads the list; what it says is kept with a list that is read by range, for the same `means`
   */
  largestCount(number: number, means: object, compute: () => number): number;
  eachDocument(number: number, visit: (document: number, mask: number) => void): void;
}

/**
 * An immutable inverted index over documents 0..n-1 with up to eight fields each, read in place from one buffer.
 *
 * Terms are sorted by their UTF-8 bytes and are found by binary search. A posting is
 *
 *     varint(gap << 1 | several) then  count of field 0           when only field 0 holds the term (the common case)
 *                                      field mask, count per field otherwise
 *
 * where `gap` is the distance to the previous document (the first counts from -1) and a count is a byte that stops at 255.
 * There are no positions: a phrase is verified in the text of the documents that hold all of its words.
 */
export class Segment implements SegmentReader {
  readonly documents: number;
  readonly fields: number;
  readonly terms: number;
  readonly byteLength: number;
  readonly postingBytes: number;
  /** Null where they are read from the file. */
  readonly #postings: Buffer | null;
  readonly #read: ((offset: number, length: number) => Buffer) | null;
  /** Null where they are packed, or read from the file when they are used. */
  readonly #tables: SegmentTables | null;
  readonly #file: FileRange | null;
  #packed: PackedTerms | null = null;
  /** Place and number, in the cache of the thread, of a segment that is read by range. */
  readonly #cached: { readonly place: CachePlace; readonly number: number } | null;
  /** Recent lookups in a segment in memory: a search looks up each of its terms several times. */
  readonly #termNumbers = new Map<string, number>();

  /**
   * Throws DamagedIndexError or IndexFormatError; does no work that grows with the number of terms.
   * @param file that has the rest, when `buffer` has the packed tables (see `packSegment`), or only the directory with the first section
   */
  constructor(buffer: Buffer, file: FileRange | null = null) {
    this.#file = file;
    let postings: { readonly offset: number; readonly length: number };
    if (kindOf(buffer) === PACKED_KIND) {
      const packed = (this.#packed = new PackedTerms(buffer));
      this.documents = packed.documents;
      this.fields = packed.fields;
      this.terms = packed.terms;
      this.byteLength = packed.wholeBytes;
      postings = packed.postings;
      this.#postings = null;
      this.#tables = null;
    } else {
      const container = new SectionFile(buffer, SEGMENT_KIND, file?.bytes);
      const sizes = sizesOf(container);
      this.documents = sizes.documents;
      this.fields = sizes.fields;
      this.terms = sizes.terms;
      this.byteLength = container.byteLength;
      postings = container.range(POSTINGS);
      this.#postings = file ? null : container.bytes(POSTINGS);
      this.#tables = file ? null : tablesOf(container);
    }
    this.postingBytes = postings.length;
    this.#cached = file && { place: termCache.newPlace(), number: segmentsRead++ };
    this.#read = file && ((offset, length) => file.load(postings.offset + offset, length));
  }

  /** @throws DamagedIndexError when the file is gone */
  get #all(): SegmentTables {
    if (this.#tables) return this.#tables;
    let tables = loaded.get(this);
    if (!tables) {
      tables = fromFile(() => {
        const file = this.#file ?? noFile();
        return tablesOf(new SectionFile(sectionHeadOf(file, SEGMENT_TAIL), SEGMENT_KIND, file.bytes));
      });
      loaded.set(this, tables);
    }
    return tables;
  }

  /** Null where all tables are in memory. @throws DamagedIndexError when the file is gone */
  get #inFile(): PackedTerms | null {
    if (this.#tables) return null;
    return (this.#packed ??= fromFile(() => {
      const file = this.#file ?? noFile();
      return new PackedTerms(packSegment(readHead(file, SEGMENT_TAIL), file.bytes));
    }));
  }

  get termBytes(): Buffer {
    return this.#all.termBytes;
  }

  get termOffsets(): Uint32Array {
    return this.#all.termOffsets;
  }

  /** Whether its postings are read from a file, a list at a time. */
  get isByRange(): boolean {
    return this.#read !== null;
  }

  /** All posting lists. @throws DamagedIndexError for one that is read by range */
  get postings(): Buffer {
    if (!this.#postings) throw new DamagedIndexError(SEGMENT_KIND, "its postings are not in memory");
    return this.#postings;
  }

  /**
   * The posting list of a term; of a segment that is read by range it is valid until the next read of any file.
   * @throws DamagedIndexError when the file is gone or ends before
   */
  list(number: number): PostingList {
    const cached = this.#cached && termCache.row(this.#cached.number, number);
    if (cached?.block)
      return {
        postings: cached.block,
        start: cached.at,
        end: cached.at + cached.end - cached.start,
        documents: cached.documents,
      };
    const range = this.range(number);
    if (this.#postings) return { ...range, postings: this.#postings };
    const length = range.end - range.start;
    const { documents } = range;
    const postings = fromFile(() => this.#read?.(range.start, length) ?? NONE);
    if (this.#cached) termCache.setPostings(this.#cached.number, number, range, postings.subarray(0, length));
    return { postings, start: 0, end: length, documents };
  }

  named(number: number): Uint32Array {
    const segment = this.#cached?.number;
    const cached = segment === undefined ? null : termCache.row(segment, number)?.named;
    if (cached) return cached;
    const named = namedIn(this.list(number));
    if (segment !== undefined) termCache.setNamed(segment, number, named);
    return named;
  }

  largestCount(number: number, means: object, compute: () => number): number {
    const segment = this.#cached?.number;
    if (segment === undefined) return compute();
    const cached = termCache.row(segment, number)?.largest;
    // A segment that several projects share has other mean lengths in each.
    if (cached?.means === means) return cached.count;
    const count = compute();
    const row = termCache.row(segment, number);
    if (row) row.largest = { count, means };
    return count;
  }

  /** Words of one field of one document. */
  lengthOf(field: number, document: number): number {
    return this.allLengths[field * this.documents + document] ?? 0;
  }

  /** Those of all documents, field after field. */
  get allLengths(): Lengths {
    return this.#inFile?.lengths ?? this.#all.lengths;
  }

  /** All documents' lengths of one field. */
  lengths(field: number): Lengths {
    return this.allLengths.subarray(field * this.documents, (field + 1) * this.documents);
  }

  /** The number of a term, or the bitwise complement of its insertion point. */
  find(term: string): number {
    const cached = this.#cached ? termCache.numberOf(term, this.#cached.place) : this.#termNumbers.get(term);
    if (cached !== undefined) return cached;
    const packed = this.#inFile;
    const number = packed?.find(term) ?? this.#search(term);
    if (packed && this.#cached) {
      const documents = number < 0 ? 0 : packed.row(number).documents;
      termCache.setNumber(term, this.#cached.place, number, documents);
    } else {
      if (this.#termNumbers.size >= MAX_CACHED_TERMS) this.#termNumbers.clear();
      this.#termNumbers.set(term, number);
    }
    return number;
  }

  #search(term: string): number {
    const target = Buffer.from(term);
    const { termBytes, termOffsets } = this.#all;
    const length = target.length;
    let low = 0;
    let high = this.terms - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const from = termOffsets[middle] ?? 0;
      const size = (termOffsets[middle + 1] ?? 0) - from;
      const least = size < length ? size : length;
      let at = 0;
      // Compare the first few bytes here: a native call would cost more.
      while (at < least && termBytes[from + at] === target[at]) at++;
      const order = at < least ? (termBytes[from + at] ?? 0) - (target[at] ?? 0) : size - length;
      if (order === 0) return middle;
      if (order < 0) low = middle + 1;
      else high = middle - 1;
    }
    return ~low;
  }

  term(number: number): string {
    const { termBytes, termOffsets } = this.#all;
    return termBytes.toString("utf8", termOffsets[number], termOffsets[number + 1]);
  }

  /** The number of the term that the byte at `offset` of all terms belongs to, which is not before the term `least`. */
  termAt(offset: number, least = 0): number {
    return lastAtMost(this.#all.termOffsets, offset, least, this.terms);
  }

  #rowOf(number: number, packed: PackedTerms): TermRow {
    const segment = this.#cached?.number ?? noFile();
    return termCache.row(segment, number) ?? termCache.setRow(segment, number, packed.row(number));
  }

  /** Documents that hold the term with this number, in any field. */
  documentCount(number: number): number {
    const packed = this.#inFile;
    if (packed) return this.#rowOf(number, packed).documents;
    return this.#all.documentCounts[number] ?? 0;
  }

  documentsWith(term: string): number {
    const cached = this.#cached ? termCache.documentsOf(term, this.#cached.place) : undefined;
    if (cached !== undefined) return cached;
    const number = this.find(term);
    return number < 0 ? 0 : this.documentCount(number);
  }

  range(number: number): PostingRange {
    const packed = this.#inFile;
    if (packed) {
      const row = this.#rowOf(number, packed);
      return { ...row, end: Math.min(row.end, this.postingBytes) };
    }
    const { starts } = this.#all;
    return {
      start: starts[number] ?? 0,
      end: Math.min(starts[number + 1] ?? 0, this.postingBytes),
      documents: this.documentCount(number),
    };
  }

  /**
   * Calls `visit(document, field mask)` for each document that holds the term. Who scores or merges reads postings by loops of their own
   * (MultiSegmentReader.ts, segmentMerge.ts): they need the counts, and a call for each posting would cost more than the posting.
   */
  eachDocument(number: number, visit: (document: number, mask: number) => void): void {
    const { postings, start, end, documents } = this.list(number);
    if (!this.isByRange) return eachPosting({ postings, start, end, documents }, visit);
    // `visit` may read another list.
    const copy = Buffer.from(postings.subarray(start, end));
    eachPosting({ postings: copy, start: 0, end: copy.length, documents }, visit);
  }
}
