import { type GroupMember, type DecodedPostings, type LengthNorms, NO_COUNTS, PostingCache } from "./PostingCache.ts";

/** How the fields of one kind of document count, after Robertson, Zaragoza and Taylor (BM25F, 2004). */
export interface FieldScheme {
  /** Weight of each field. */
  readonly weights: readonly number[];
  /** Length penalty of each field (b in BM25F), 0 to 1. */
  readonly lengthPenalty: readonly number[];
  /** Saturation of the term frequency (k1 in BM25F). */
  readonly saturation: number;
}

/** A term of a question with its weight. */
export interface QueryTerm {
  readonly term: string;
  readonly weight: number;
}

/** Counts over a larger collection that a group is a part of. */
export interface TermStatistics {
  readonly documents: number;
  /** Documents that hold each term; one that is not here has the count of the group. */
  readonly counts: ReadonlyMap<string, number>;
}

/** What is recorded of each document that contains a term, in addition to its score; one array per member. */
export interface TermTrace {
  /** `bit` is set for every document that holds the term. */
  readonly bits?: readonly Uint32Array[];
  readonly bit?: number;
  /** Raised by one where field 1 holds the term. */
  readonly inField1?: readonly Uint8Array[];
  /** Receives each document that gets its first score or bit, so that no scan over all documents is needed. */
  readonly docIds: readonly DocIdList[];
  /** Documents that are not accepted (1) are skipped; null for all of a member. */
  readonly filters?: readonly (Buffer | null)[];
  /** Documents that have no score yet are skipped. */
  readonly onlyScored?: boolean;
}

/** Numbers of documents in no order, each at most once: the first `count` of `list`. */
export class DocIdList {
  readonly list: Uint32Array;
  count = 0;

  /** @param list with room for all documents */
  constructor(list: Uint32Array) {
    this.list = list;
  }
}

/**
 * Segments that are searched as one index: document counts and mean lengths are taken over all of them, so that a score means
 * the same in each. What depends on the lengths is worked out when the first list is read.
 */
export class MultiSegmentReader {
  readonly members: readonly GroupMember[];
  readonly documents: number;
  readonly scheme: FieldScheme;
  /** Whether each list is read from a file when it is asked for. */
  readonly isByRange: boolean;
  readonly #postings: PostingCache;
  #statistics: TermStatistics | null = null;

  constructor(members: readonly GroupMember[], scheme: FieldScheme) {
    this.members = members;
    this.scheme = scheme;
    this.isByRange = members.length > 0 && members.every(({ segment }) => segment.isByRange);
    this.documents = members.reduce((sum, { segment }) => sum + segment.documents, 0);
    this.#postings = new PostingCache(members, () => lengthNorms(members, scheme, this.documents));
  }

  /** Replaces the group's own counts, so that scores of several groups are comparable; null restores them. */
  useStatistics(statistics: TermStatistics | null): void {
    this.#statistics = statistics;
  }

  /** Whether a document of a member holds the term, whatever the statistics in use say. */
  hasTerm(term: string): boolean {
    return this.members.some(({ segment }) => segment.find(term) >= 0);
  }

  /** Documents that hold the term, over all members, or over the collection of the statistics in use. */
  documentCount(term: string): number {
    const collectionCount = this.#statistics?.counts.get(term);
    if (collectionCount !== undefined) return collectionCount;
    return this.#ownCount(term);
  }

  #ownCount(term: string): number {
    let count = 0;
    for (const { segment } of this.members) count += segment.documentsWith(term);
    return count;
  }

  /** Calls `visit` for each document that has the term in the field of names. */
  eachNamed(term: string, visit: (member: number, document: number) => void): void {
    this.members.forEach(({ segment }, member) => {
      const number = segment.find(term);
      if (number >= 0) for (const document of segment.named(number)) visit(member, document);
    });
  }

  /** The most that `addTerm` gives a document for a term, with the weights of the scheme. */
  largestGain(term: string, weight: number): number {
    const count = this.#ownCount(term);
    if (count === 0) return 0;
    let maximum = 0;
    for (const [member, { segment }] of this.members.entries()) {
      const number = segment.find(term);
      if (number >= 0) maximum = Math.max(maximum, this.#postings.largestCount(member, number, this.scheme.weights));
    }
    const gain = this.idf(this.#statistics?.counts.get(term) ?? count) * weight;
    return (gain * maximum) / (this.scheme.saturation + maximum);
  }

  /** Robertson's inverse document frequency in the form that never goes below zero. */
  idf(documentCount: number): number {
    const documents = Math.max(documentCount, this.#statistics?.documents ?? this.documents);
    return Math.log(1 + (documents - documentCount + 0.5) / (documentCount + 0.5));
  }

  /**
   * BM25F of every document of every member for `terms`; one array of scores per member. `weights` replaces the field weights
   * of the scheme for this call (0 leaves a field out).
   */
  score(terms: readonly QueryTerm[], weights: readonly number[] = this.scheme.weights): Float32Array[] {
    const scores = this.members.map(({ segment }) => new Float32Array(segment.documents));
    for (const { term, weight } of terms) this.addTerm(scores, term, weight, weights);
    return scores;
  }

  /** Adds what one term brings to `scores`, and gives the number of documents that hold it. */
  addTerm(
    scores: readonly Float32Array[],
    term: string,
    weight: number,
    weights: readonly number[] = this.scheme.weights,
    trace: TermTrace | null = null,
  ): number {
    const count = this.#ownCount(term);
    if (count === 0) return 0;
    const numbers = this.members.map(({ segment }) => segment.find(term));
    const gain = this.idf(this.#statistics?.counts.get(term) ?? count) * weight;
    const { saturation } = this.scheme;
    // Unpacked lists of an index in memory are cached with their counts. Which documents have field 1 is noted with the counts.
    const counted = weight === 0 && this.isByRange && !trace?.inField1 ? NO_COUNTS : weights;
    numbers.forEach((number, index) => {
      const into = scores[index];
      if (number < 0 || !into) return;
      const list = this.#postings.get(index, number, counted, trace?.filters?.[index] ?? null);
      if (trace) addTraced(list, { into, gain, saturation }, trace, index);
      else addPostings(list, { into, gain, saturation });
    });
    return count;
  }

  /**
   * The documents of a member that hold all of `terms`, in their order.
   * @param accepted 1 for each requested document; null for all
   */
  documentsWithAll(member: number, terms: readonly string[], accepted: Buffer | null = null): Uint32Array {
    const segment = this.members[member]?.segment;
    const numbers = [...new Set(terms)].map((term) => segment?.find(term) ?? -1);
    if (!segment || numbers.length === 0 || numbers.some((number) => number < 0)) return new Uint32Array(0);
    const [rarest = 0, ...others] = numbers.sort((a, b) => segment.documentCount(a) - segment.documentCount(b));
    const weights = this.isByRange ? NO_COUNTS : this.scheme.weights;
    const listOf = (number: number): DecodedPostings => this.#postings.get(member, number, weights, accepted);
    const first = listOf(rarest);
    const matches = first.documents.slice(0, first.length);
    let count = matches.length;
    for (const number of others) {
      const { documents, length } = listOf(number);
      let at = 0;
      let both = 0;
      for (let index = 0; index < count; index++) {
        const document = matches[index] ?? 0;
        while (at < length && (documents[at] ?? 0) < document) at++;
        if (at < length && documents[at] === document) matches[both++] = document;
      }
      count = both;
    }
    return matches.subarray(0, count);
  }
}

/** The lengths of a group's documents as factors: 1 / (1 - b + b * length / mean length), in single precision. */
function lengthNorms(members: readonly GroupMember[], scheme: FieldScheme, inAll: number): LengthNorms {
  const means = scheme.weights.map((_, field) => {
    let words = 0;
    for (const { segment } of members)
      if (field < segment.fields) for (const length of segment.lengths(field)) words += length;
    return Math.max(1e-9, words / Math.max(1, inAll));
  });
  return { means, penalties: scheme.weights.map((_, field) => scheme.lengthPenalty[field] ?? 0) };
}

/** What a posting is worth, and where that goes. */
interface Weighing {
  readonly into: Float32Array;
  readonly gain: number;
  readonly saturation: number;
}

function addPostings({ length, documents, counts }: DecodedPostings, { into, gain, saturation }: Weighing): void {
  for (let at = 0; at < length; at++) {
    const document = documents[at] ?? 0;
    const count = counts[at] ?? 0;
    into[document] = (into[document] ?? 0) + (gain * count) / (saturation + count);
  }
}

const NONE = new Uint8Array(0);

/** The same for a search, which also needs the documents that were scored. */
function addTraced(
  { length, documents, counts, inField1, inField1Length }: DecodedPostings,
  { into, gain, saturation }: Weighing,
  trace: TermTrace,
  index: number,
): void {
  const bits = trace.bits?.[index] ?? NONE;
  const hasBits = bits.length > 0;
  const bit = trace.bit ?? 0;
  const onlyTouched = trace.onlyScored === true;
  const touched = trace.docIds[index];
  if (!touched) return;
  const { list } = touched;
  let seen = touched.count;
  const inFirstOf = trace.inField1?.[index];
  for (let at = 0; inFirstOf && at < inField1Length; at++) {
    const document = inField1[at] ?? 0;
    if (onlyTouched && into[document] === 0) continue;
    inFirstOf[document] = (inFirstOf[document] ?? 0) + 1;
  }
  for (let at = 0; at < length; at++) {
    const document = documents[at] ?? 0;
    const before = into[document] ?? 0;
    if (onlyTouched && before === 0) continue;
    const count = counts[at] ?? 0;
    const points = (gain * count) / (saturation + count);
    const documentBits = hasBits ? (bits[document] ?? 0) : 0;
    if (before === 0 && documentBits === 0 && (points > 0 || bit !== 0)) list[seen++] = document;
    if (bit !== 0) bits[document] = documentBits | bit;
    into[document] = before + points;
  }
  touched.count = seen;
}
