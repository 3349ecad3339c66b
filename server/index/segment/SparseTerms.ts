import type { FileRange } from "./FileRange.ts";
import type { SectionFile } from "./SectionFile.ts";

/** Terms between two that are in memory. */
const STEP = 64;

/** Where a term's postings are, and how many. */
export interface TermRow {
  readonly start: number;
  readonly end: number;
  readonly documents: number;
}

/**
 * The terms of a segment in its file, of which every 64th is in memory: a lookup takes two reads of a kilobyte, and two of some bytes where the
 * term is there.
 */
export class SparseTerms {
  readonly #file: FileRange;
  readonly #terms: number;
  readonly #at: { readonly bytes: number; readonly offsets: number; readonly starts: number; readonly counts: number };
  /** Bytes and offsets of the terms in memory. */
  readonly #sample: Buffer;
  readonly #sampleOffsets: Uint32Array;

  constructor(
    file: FileRange,
    container: SectionFile,
    { termBytes, termOffsets }: { readonly termBytes: Buffer; readonly termOffsets: Uint32Array },
  ) {
    this.#file = file;
    this.#terms = termOffsets.length - 1;
    this.#at = {
      bytes: container.range("terms.bytes").offset,
      offsets: container.range("terms.offsets").offset,
      starts: container.range("starts").offset,
      counts: container.range("counts").offset,
    };
    const pieces: Buffer[] = [];
    const offsets = [0];
    let length = 0;
    for (let term = 0; term < this.#terms; term += STEP) {
      const piece = termBytes.subarray(termOffsets[term], termOffsets[term + 1]);
      pieces.push(piece);
      length += piece.length;
      offsets.push(length);
    }
    this.#sample = Buffer.concat(pieces);
    this.#sampleOffsets = Uint32Array.from(offsets);
  }

  /** The number of a term, or the bitwise complement of its insertion point. */
  find(term: string): number {
    const wanted = Buffer.from(term);
    // The last block that begins with no greater term.
    let low = 0;
    let high = this.#sampleOffsets.length - 2;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const [from = 0, to = 0] = [this.#sampleOffsets[middle], this.#sampleOffsets[middle + 1]];
      if (this.#sample.compare(wanted, 0, wanted.length, from, to) <= 0) low = middle + 1;
      else high = middle - 1;
    }
    if (high < 0) return ~0;
    const first = high * STEP;
    const count = Math.min(STEP, this.#terms - first);
    const block = this.#file.read(this.#at.offsets + 4 * first, 4 * (count + 1));
    const offsets = Array.from({ length: count + 1 }, (_, at) => block.readUInt32LE(4 * at));
    const [start = 0, end = 0] = [offsets[0], offsets[count]];
    const bytes = this.#file.read(this.#at.bytes + start, end - start);
    low = 0;
    high = count - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const order = bytes.compare(
        wanted,
        0,
        wanted.length,
        (offsets[middle] ?? 0) - start,
        (offsets[middle + 1] ?? 0) - start,
      );
      if (order === 0) return first + middle;
      if (order < 0) low = middle + 1;
      else high = middle - 1;
    }
    return ~(first + low);
  }

  row(number: number): TermRow {
    const starts = this.#file.read(this.#at.starts + 4 * number, 8);
    const [start, end] = [starts.readUInt32LE(0), starts.readUInt32LE(4)];
    return { start, end, documents: this.#file.read(this.#at.counts + 4 * number, 4).readUInt32LE(0) };
  }
}
