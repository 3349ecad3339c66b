import { LRUCache } from "lru-cache";
import { blocksOf } from "./postingBlocks.ts";
import type { Lengths } from "./PackedTerms.ts";
import type { SegmentReader } from "./segment.ts";

/** One member of a group. */
export interface GroupMember {
  readonly segment: SegmentReader;
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
  readonly #readMeans: () => LengthNorms;
  #means: LengthNorms | null = null;
  #columns: readonly Float32Array[] | null = null;
  readonly #maxBytes: number;
  #lists: KnownLists | null = null;

  /** @param norms called when the first list is read */
  constructor(members: readonly GroupMember[], norms: () => LengthNorms) {
    this.#members = members;
    this.#readMeans = norms;
    // An index whose postings are read from a file is opened for a search over many indexes and must use little memory.
    this.#maxBytes = Math.floor(
      members.reduce((sum, { segment }) => sum + (segment.isByRange ? 0 : segment.postingBytes), 0) / 2,
    );
  }

  /**
   * The list of a member's term, valid until the next call.
   * @param accepted has a 1 for each requested document; null requests all
   */
  get(member: number, term: number, weights: readonly number[], accepted: Buffer | null = null): DecodedPostings {
    const groupMember = this.#members[member];
    if (!groupMember) return NOTHING;
    const norms = this.#normsOf(groupMember, member);
    // A part is read from the packed list: unpacked ones are six times as large, and going through those takes longer.
    if (accepted !== null || this.#maxBytes === 0) return unpack(groupMember, norms, term, weights, accepted);
    const documents = groupMember.segment.documentCount(term);
    if (documents < MIN_CACHED_LENGTH || documents * BYTES_OF_POSTING > this.#maxBytes)
      return unpack(groupMember, norms, term, weights, accepted);
    const lists = (this.#lists ??= new KnownLists(this.#maxBytes));
    const key = (lists.numberOfWeights(weights) * this.#members.length + member) * 2 ** 32 + term;
    let cached = lists.cached.get(key);
    if (!cached && lists.wasSeen(key)) {
      cached = copyOf(unpack(groupMember, norms, term, weights, null));
      lists.cached.set(key, cached);
    }
    return cached ?? unpack(groupMember, norms, term, weights, null);
  }

  /** The largest count of a member's term: read once for each list that is read by range. */
  largestCount(member: number, term: number, weights: readonly number[]): number {
    const groupMember = this.#members[member];
    if (!groupMember) return 0;
    const means = (this.#means ??= this.#readMeans());
    return groupMember.segment.largestCount(term, means, () => {
      const { counts, length } = this.get(member, term, weights);
      let maximum = 0;
      for (let at = 0; at < length; at++) maximum = Math.max(maximum, counts[at] ?? 0);
      return maximum;
    });
  }

  #normsOf({ segment }: GroupMember, member: number): Norms {
    const means = (this.#means ??= this.#readMeans());
    // For one of thousands of indexes, the columns would take as much memory as its lengths.
    if (segment.isByRange) return { ...means, column: null };
    this.#columns ??= this.#members.map((groupMember) => columnOf(groupMember.segment, means));
    return { ...means, column: this.#columns[member] ?? null };
  }
}

/** By field: the mean length, and the length penalty. */
export interface LengthNorms {
  readonly means: readonly number[];
  readonly penalties: readonly number[];
}

interface Norms extends LengthNorms {
  /** Those of all documents, field after field; null where each is computed when it is used. */
  readonly column: Float32Array | null;
}

const normOf = (penalty: number, length: number, mean: number): number =>
  Math.fround(1 / (1 - penalty + (penalty * length) / mean));

function columnOf(segment: SegmentReader, { means, penalties }: LengthNorms): Float32Array {
  const { documents } = segment;
  const all = new Float32Array(documents * means.length);
  for (let field = 0; field < Math.min(means.length, segment.fields); field++) {
    const lengths = segment.lengths(field);
    const [penalty, mean] = [penalties[field] ?? 0, means[field] ?? 1];
    for (let document = 0; document < documents; document++)
      all[field * documents + document] = normOf(penalty, lengths[document] ?? 0, mean);
  }
  return all;
}

/** The lists that are cached, made when the first long one is read. */
class KnownLists {
  readonly cached: LRUCache<number, DecodedPostings>;
  readonly #seenOnce = new Set<number>();
  readonly #numbers = new WeakMap<readonly number[], number>();
  readonly #numberOf = new Map<string, number>();

  constructor(maxBytes: number) {
    this.cached = new LRUCache({ maxSize: Math.max(1, maxBytes), sizeCalculation: bytesOf });
  }

  /** Whether the list was requested before. */
  wasSeen(key: number): boolean {
    if (this.#seenOnce.delete(key)) return true;
    if (this.#seenOnce.size >= MAX_TERMS_SEEN) this.#seenOnce.clear();
    this.#seenOnce.add(key);
    return false;
  }

  /** A number for each set of weights. Lists are cached by weights; there are few sets. */
  numberOfWeights(weights: readonly number[]): number {
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

/** Buffers for one unpacked list, which the next one overwrites: allocating them for each list would cost more than unpacking. */
let sharedBuffers = { documents: new Uint32Array(0), counts: new Float64Array(0), inField1: new Uint32Array(0) };

function buffersFor(postings: number): typeof sharedBuffers {
  if (sharedBuffers.documents.length < postings) {
    const size = postings * 2;
    sharedBuffers = {
      documents: new Uint32Array(size),
      counts: new Float64Array(size),
      inField1: new Uint32Array(size),
    };
  }
  return sharedBuffers;
}

const NO_LENGTHS = new Uint32Array(0);

/** How the postings of a term are read and counted. */
interface PostingFormat extends Norms {
  readonly postings: Uint8Array;
  /** Documents of the segment. */
  readonly documents: number;
  /** By field and document; empty where there is a column of norms. */
  readonly lengths: Lengths;
  readonly weights: readonly number[];
  readonly accepted: Buffer | null;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Reads a list in the form that Segment describes, or what it has of the documents that are marked. */
function unpack(
  { segment }: GroupMember,
  { column, means, penalties }: Norms,
  term: number,
  weights: readonly number[],
  accepted: Buffer | null,
): DecodedPostings {
  const range = segment.list(term);
  const lengths: Lengths = column === null ? segment.allLengths : NO_LENGTHS;
  const { postings, start, end } = range;
  const format = { postings, documents: segment.documents, lengths, column, means, penalties, weights, accepted };
  const { documents, counts, inField1 } = buffersFor(range.documents);
  const decoded = { length: 0, documents, counts, inField1, inField1Length: 0 };
  const append = weights.length === 0 ? unpackDocuments : unpackRange;
  const blocks = accepted === null ? null : blocksOf(segment, term);
  if (accepted === null || blocks === null) {
    append(format, start, end, -1, decoded);
    return decoded;
  }
  const { starts, before, length } = blocks;
  for (let block = blocks.next(0, accepted); block < length; block = blocks.next(block + 1, accepted))
    append(format, starts[block] ?? end, starts[block + 1] ?? end, before[block] ?? 0, decoded);
  return decoded;
}

/** Weights for which only the documents of a list are unpacked; each count is 0. */
export const NO_COUNTS: readonly number[] = [];

/** Appends the postings between two offsets without their counts. @param document the last one before them */
function unpackDocuments(
  { postings, accepted }: PostingFormat,
  start: number,
  end: number,
  document: number,
  decoded: Mutable<DecodedPostings>,
): void {
  const { documents, counts } = decoded;
  let { length } = decoded;
  let at = start;
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
    if ((value & 1) === 0) at++;
    else for (let mask = postings[at++] ?? 0; mask !== 0; mask &= mask - 1) at++;
    if (accepted !== null && accepted[document] !== 1) continue;
    documents[length] = document;
    counts[length++] = 0;
  }
  decoded.length = length;
}

/** Appends the postings between two offsets. @param document the last one before them */
function unpackRange(
  { postings, documents: documentsInAll, lengths, column: norms, means, penalties, weights, accepted }: PostingFormat,
  start: number,
  end: number,
  document: number,
  decoded: Mutable<DecodedPostings>,
): void {
  const { documents, counts, inField1 } = decoded;
  const [firstPenalty, firstMean] = [penalties[0] ?? 0, means[0] ?? 1];
  const firstWeight = weights[0] ?? 0;
  let { length, inField1Length } = decoded;
  let at = start;
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
    if (accepted !== null && accepted[document] !== 1) {
      if ((value & 1) === 0) at++;
      else for (let mask = postings[at++] ?? 0; mask !== 0; mask &= mask - 1) at++;
      continue;
    }
    let count = 0;
    if ((value & 1) === 0) {
      const norm = norms === null ? normOf(firstPenalty, lengths[document] ?? 0, firstMean) : (norms[document] ?? 0);
      count = firstWeight * (postings[at++] ?? 0) * norm;
    } else {
      let mask = postings[at++] ?? 0;
      if ((mask & 2) !== 0) inField1[inField1Length++] = document;
      for (let field = 0, position = document; mask !== 0; field++, position += documentsInAll, mask >>>= 1) {
        if ((mask & 1) === 0) continue;
        const norm =
          norms === null
            ? normOf(penalties[field] ?? 0, lengths[position] ?? 0, means[field] ?? 1)
            : (norms[position] ?? 0);
        count += (weights[field] ?? 0) * (postings[at++] ?? 0) * norm;
      }
    }
    documents[length] = document;
    counts[length++] = count;
  }
  decoded.length = length;
  decoded.inField1Length = inField1Length;
}
