import { LRUCache } from "lru-cache";
import { blocksOf } from "./postingBlocks.ts";
import type { Segment } from "./segment.ts";

/** One member of a group. */
export interface GroupMember {
  readonly segment: Segment;
}

/** A posting list unpacked: the first `length` documents, and how often each holds the term by the weights and lengths of its fields. */
export interface DecodedPostings {
  readonly length: number;
  readonly documents: Uint32Array;
  readonly counts: Float64Array;
  /** The first `inField1Length` are those that hold the term in field 1. */
  readonly inField1: Uint32Array;
  readonly inField1Length: number;
}

/** Shorter lists are unpacked as quickly as found. */
const MIN_CACHED_LENGTH = 256;
/** Terms requested once, which are cached when they are requested again. */
const MAX_TERMS_SEEN = 20_000;
const BYTES_OF_POSTING = 12;

/**
 * The posting lists of a group, unpacked. Unpacking takes twice as long as scoring, and queries share frequent words, so lists that are
 * requested again are cached (LRU), in at most half as many bytes as the packed lists have.
 */
export class PostingCache {
  readonly #members: readonly GroupMember[];
  readonly #norms: readonly Float32Array[];
  readonly #maxBytes: number;
  readonly #cached: LRUCache<number, DecodedPostings>;
  readonly #seenOnce = new Set<number>();
  readonly #numbers = new WeakMap<readonly number[], number>();
  readonly #numberOf = new Map<string, number>();

  /** @param norms per member, field after field, of all its documents: 1 / (1 - b + b * length / mean length) */
  constructor(members: readonly GroupMember[], norms: readonly Float32Array[]) {
    this.#members = members;
    this.#norms = norms;
    this.#maxBytes = Math.floor(members.reduce((sum, { segment }) => sum + segment.postings.length, 0) / 2);
    this.#cached = new LRUCache({ maxSize: Math.max(1, this.#maxBytes), sizeCalculation: bytesOf });
  }

  /**
   * The list of a member's term, valid until the next call.
   * @param marks the documents that are wanted have a 1; null for all
   */
  get(member: number, term: number, weights: readonly number[], marks: Buffer | null = null): DecodedPostings {
    const one = this.#members[member];
    const norms = this.#norms[member];
    if (!one || !norms) return NOTHING;
    // A part is read from the packed list: unpacked ones are six times as large, and going through those takes longer.
    if (marks !== null) return unpack(one, norms, term, weights, marks);
    const key = (this.#numberOfWeights(weights) * this.#members.length + member) * 2 ** 32 + term;
    let kept = this.#cached.get(key);
    if (!kept && this.#isCacheable(key, one.segment.documentCount(term))) {
      kept = copyOf(unpack(one, norms, term, weights, null));
      this.#cached.set(key, kept);
    }
    return kept ?? unpack(one, norms, term, weights, null);
  }

  #isCacheable(key: number, documents: number): boolean {
    if (documents < MIN_CACHED_LENGTH || documents * BYTES_OF_POSTING > this.#maxBytes) return false;
    if (this.#seenOnce.delete(key)) return true;
    if (this.#seenOnce.size >= MAX_TERMS_SEEN) this.#seenOnce.clear();
    this.#seenOnce.add(key);
    return false;
  }

  /** Lists of other weights are other lists; weights are few. */
  #numberOfWeights(weights: readonly number[]): number {
    let number = this.#numbers.get(weights);
    if (number === undefined) {
      const text = weights.join(" ");
      number = this.#numberOf.get(text) ?? this.#numberOf.size;
      this.#numberOf.set(text, number);
      this.#numbers.set(weights, number);
    }
    return number;
  }
}

const bytesOf = ({ length, inField1Length }: DecodedPostings): number => length * BYTES_OF_POSTING + inField1Length * 4;

const NOTHING: DecodedPostings = {
  length: 0,
  documents: new Uint32Array(0),
  counts: new Float64Array(0),
  inField1: new Uint32Array(0),
  inField1Length: 0,
};

const copyOf = ({ length, documents, counts, inField1, inField1Length }: DecodedPostings): DecodedPostings => ({
  length,
  documents: documents.slice(0, length),
  counts: counts.slice(0, length),
  inField1: inField1.slice(0, inField1Length),
  inField1Length,
});

/** Room for one unpacked list, which the next one overwrites: garbage of this size would cost more than the unpacking. */
let room = { documents: new Uint32Array(0), counts: new Float64Array(0), inField1: new Uint32Array(0) };

function roomFor(postings: number): typeof room {
  if (room.documents.length < postings) {
    const size = postings * 2;
    room = { documents: new Uint32Array(size), counts: new Float64Array(size), inField1: new Uint32Array(size) };
  }
  return room;
}

/** Reads a list in the form that Segment describes, or what it has of the documents that are marked. */
function unpack(
  { segment }: GroupMember,
  norms: Float32Array,
  term: number,
  weights: readonly number[],
  marks: Buffer | null,
): DecodedPostings {
  const { postings, documents: documentsInAll } = segment;
  const weightOf = Float64Array.from(weights);
  const firstWeight = weights[0] ?? 0;
  const range = segment.range(term);
  const { documents, counts, inField1 } = roomFor(range.documents);
  const blocks = marks === null ? null : blocksOf(segment, term);
  let length = 0;
  let inField1Length = 0;
  let document = -1;
  let at = range.start;
  for (let block = 0; at < range.end; block++) {
    let end = range.end;
    if (blocks && marks) {
      block = blocks.next(block, marks);
      if (block >= blocks.length) break;
      at = blocks.starts[block] ?? end;
      end = blocks.starts[block + 1] ?? end;
      document = blocks.before[block] ?? 0;
    }
    while (at < end) {
      let value = postings[at++] ?? 0;
      if (value > 127) {
        value &= 127;
        for (let shift = 7, byte = 128; byte > 127; shift += 7) {
          byte = postings[at++] ?? 0;
          value |= (byte & 127) << shift;
        }
      }
      document += value >>> 1;
      if (marks !== null && marks[document] !== 1) {
        if ((value & 1) === 0) at++;
        else for (let mask = postings[at++] ?? 0; mask !== 0; mask &= mask - 1) at++;
        continue;
      }
      let count = 0;
      if ((value & 1) === 0) count = firstWeight * (postings[at++] ?? 0) * (norms[document] ?? 0);
      else {
        let mask = postings[at++] ?? 0;
        if ((mask & 2) !== 0) inField1[inField1Length++] = document;
        for (let field = 0, place = document; mask !== 0; field++, place += documentsInAll, mask >>>= 1) {
          if ((mask & 1) !== 0) count += (weightOf[field] ?? 0) * (postings[at++] ?? 0) * (norms[place] ?? 0);
        }
      }
      documents[length] = document;
      counts[length++] = count;
    }
  }
  return { length, documents, counts, inField1, inField1Length };
}
