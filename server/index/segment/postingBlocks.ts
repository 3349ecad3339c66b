import { Segment, type SegmentReader } from "./segment.ts";
import { memoize } from "../../memoize.ts";

/** Postings of one block. */
const BLOCK_POSTINGS = 64;
/** Skip data does not make the read of a shorter list faster. */
const MIN_POSTINGS = 4 * BLOCK_POSTINGS;

/**
 * Skip data of a long posting list: blocks of 64 postings, so that a lookup of a few documents need not read the rest. Not part of the file:
 * it is built at the first partial read, at an eighth of a byte per posting.
 */
export class PostingBlocks {
  readonly length: number;
  /** Offset of the first byte of each block, and the end of the list. */
  readonly starts: Uint32Array;
  /** The document before each block (the first counts from -1), and the last one of the list. */
  readonly before: Int32Array;

  /** Reads the blocks of a list in the form that Segment describes. */
  constructor({ postings }: Segment, { start, end, documents }: { start: number; end: number; documents: number }) {
    this.length = Math.ceil(documents / BLOCK_POSTINGS);
    this.starts = new Uint32Array(this.length + 1);
    this.before = new Int32Array(this.length + 1);
    let document = -1;
    let seen = 0;
    for (let at = start; at < end; seen++) {
      if (seen % BLOCK_POSTINGS === 0) {
        this.starts[seen / BLOCK_POSTINGS] = at;
        this.before[seen / BLOCK_POSTINGS] = document;
      }
      let value = postings[at++] ?? 0;
      if (value > 127) {
        value &= 127;
        for (let shift = 7, byte = 128; byte > 127; shift += 7) {
          byte = postings[at++] ?? 0;
          value |= (byte & 127) << shift;
        }
      }
      document += value >>> 1;
      if ((value & 1) === 0) at++;
      else for (let mask = postings[at++] ?? 0; mask !== 0; mask &= mask - 1) at++;
    }
    this.starts[this.length] = end;
    this.before[this.length] = document;
  }

  /** The first block from `block` on that has a marked document (1); `length` when there is none. */
  next(block: number, accepted: Buffer): number {
    const { before, length } = this;
    if (block >= length) return length;
    const marked = accepted.indexOf(1, (before[block] ?? 0) + 1);
    if (marked < 0 || marked > (before[length] ?? 0)) return length;
    // Usually it is this block or a near one.
    let low = block;
    let step = 1;
    for (; (before[low + step] ?? Infinity) < marked; step *= 2) low += step;
    for (; step >= 1; step >>= 1) if ((before[low + step] ?? Infinity) < marked) low += step;
    return low;
  }
}

const blocksByTerm = memoize((_segment: Segment) => new Map<number, PostingBlocks>());

/** The blocks of a term's list, made at the first call; null for a short one. */
export function blocksOf(segment: SegmentReader, term: number): PostingBlocks | null {
  // A list that is read from its file, or joined from those of several layers, is read whole.
  if (!(segment instanceof Segment) || segment.isByRange) return null;
  const range = segment.range(term);
  if (range.documents < MIN_POSTINGS) return null;
  const ofSegment = blocksByTerm(segment);
  let blocks = ofSegment.get(term);
  if (!blocks) ofSegment.set(term, (blocks = new PostingBlocks(segment, range)));
  return blocks;
}
