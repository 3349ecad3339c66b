import { SectionFile } from "./SectionFile.ts";
import { DamagedIndexError } from "../indexErrors.ts";

export const SEGMENT_KIND = "segment";

const MAX_CACHED_TERMS = 512;

/** One posting list inside `Segment.postings`. */
export interface PostingRange {
  readonly start: number;
  readonly end: number;
  /** Documents in the list. */
  readonly documents: number;
}

/**
 * An immutable inverted index over documents 0..n-1 with up to eight fields each, read where it lies in one buffer.
 *
 * Terms are sorted by their UTF-8 bytes and are found by binary search. A posting is
 *
 *     varint(gap << 1 | several) then  count of field 0           when only field 0 holds the term (the common case)
 *                                      field mask, count per field otherwise
 *
 * where `gap` is the distance to the previous document (the first counts from -1) and a count is a byte that stops at 255.
 * There are no positions: a phrase is looked for in the text of the documents that hold all of its words.
 */
export class Segment {
  readonly documents: number;
  readonly fields: number;
  readonly terms: number;
  readonly byteLength: number;
  readonly postings: Buffer;
  readonly termBytes: Buffer;
  readonly termOffsets: Uint32Array;
  readonly #starts: Uint32Array;
  readonly #documentCounts: Uint32Array;
  readonly #lengths: Uint32Array;
  /** Recent lookups: a search looks up each of its terms several times. */
  readonly #found = new Map<string, number>();

  /** Throws DamagedIndexError or IndexFormatError; does no work that grows with the number of terms. */
  constructor(buffer: Buffer) {
    const container = new SectionFile(buffer, SEGMENT_KIND);
    const meta = container.u32("meta");
    this.documents = meta[0] ?? 0;
    this.fields = meta[1] ?? 0;
    this.terms = meta[2] ?? 0;
    this.byteLength = container.byteLength;
    this.postings = container.bytes("postings");
    this.termBytes = container.bytes("terms.bytes");
    this.termOffsets = container.u32("terms.offsets");
    this.#starts = container.u32("starts");
    this.#documentCounts = container.u32("counts");
    this.#lengths = container.u32("lengths");
    const fits =
      this.#starts.length === this.terms + 1 &&
      this.termOffsets.length === this.terms + 1 &&
      this.#documentCounts.length === this.terms &&
      (this.fields > 0 || this.documents === 0) &&
      this.#lengths.length === this.documents * this.fields;
    if (!fits) throw new DamagedIndexError(SEGMENT_KIND, "its tables do not fit together");
  }

  /** Words of one field of one document. */
  lengthOf(field: number, document: number): number {
    return this.#lengths[field * this.documents + document] ?? 0;
  }

  /** All documents' lengths of one field. */
  lengths(field: number): Uint32Array {
    return this.#lengths.subarray(field * this.documents, (field + 1) * this.documents);
  }

  /** The number of a term, or the bitwise complement of its insertion point. */
  find(term: string): number {
    let number = this.#found.get(term);
    if (number === undefined) {
      if (this.#found.size >= MAX_CACHED_TERMS) this.#found.clear();
      this.#found.set(term, (number = this.#search(term)));
    }
    return number;
  }

  #search(term: string): number {
    const wanted = Buffer.from(term);
    const { termBytes, termOffsets } = this;
    const length = wanted.length;
    let low = 0;
    let high = this.terms - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const from = termOffsets[middle] ?? 0;
      const size = (termOffsets[middle + 1] ?? 0) - from;
      const least = size < length ? size : length;
      let at = 0;
      // Compare the first few bytes here: a native call would cost more.
      while (at < least && termBytes[from + at] === wanted[at]) at++;
      const order = at < least ? (termBytes[from + at] ?? 0) - (wanted[at] ?? 0) : size - length;
      if (order === 0) return middle;
      if (order < 0) low = middle + 1;
      else high = middle - 1;
    }
    return ~low;
  }

  term(number: number): string {
    return this.termBytes.toString("utf8", this.termOffsets[number], this.termOffsets[number + 1]);
  }

  /** The number of the term that the byte at `offset` of all terms belongs to, which is not before the term `least`. */
  termAt(offset: number, least = 0): number {
    let low = least;
    let high = this.terms - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((this.termOffsets[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Documents that hold the term with this number, in any field. */
  documentCount(number: number): number {
    return this.#documentCounts[number] ?? 0;
  }

  range(number: number): PostingRange {
    return {
      start: this.#starts[number] ?? 0,
      end: Math.min(this.#starts[number + 1] ?? 0, this.postings.length),
      documents: this.documentCount(number),
    };
  }

  /**
   * Calls `visit(document, field mask)` for each document that holds the term. Who scores or merges reads postings by loops of their own
   * (segmentGroup.ts, segmentMerge.ts): they need the counts, and a call for each posting would cost more than the posting.
   */
  eachDocument(number: number, visit: (document: number, mask: number) => void): void {
    const { postings } = this;
    const { start, end } = this.range(number);
    let document = -1;
    for (let at = start; at < end;) {
      let value = postings[at++] ?? 0;
      if (value > 127) {
        value &= 127;
        for (let shift = 7, byte = 128; byte > 127; shift += 7) {
          byte = postings[at++] ?? 0;
          value |= (byte & 127) << shift;
        }
      }
      document += value >>> 1;
      if ((value & 1) === 0) {
        at++;
        visit(document, 1);
      } else {
        const mask = postings[at++] ?? 0;
        for (let bits = mask; bits !== 0; bits &= bits - 1) at++;
        visit(document, mask);
      }
    }
  }
}
