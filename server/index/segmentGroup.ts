import type { Segment } from "./segment.ts";

/** How the fields of one kind of document count, after Robertson, Zaragoza and Taylor (BM25F, 2004). */
export interface FieldScheme {
  /** Weight of each field. */
  readonly weights: readonly number[];
  /** How much the length of each field is held against a document, 0 to 1. */
  readonly lengthPenalty: readonly number[];
  /** Where further occurrences stop to matter. */
  readonly saturation: number;
}

/** A term of a question with its weight. */
export interface QueryTerm {
  readonly term: string;
  readonly weight: number;
}

/** What is noted of each document that holds a term, beside its score; one array per member. */
export interface TermTrace {
  /** `bit` is set for every document that holds the term. */
  readonly bits?: readonly Uint32Array[];
  readonly bit?: number;
  /** Raised by one where field 1 holds the term. */
  readonly inFirst?: readonly Uint8Array[];
  /** Takes each document that gets its first score or bit, so that nobody has to look for them among all. */
  readonly touched?: readonly Touched[];
  /** Documents without a mark are passed over; null for all of a member. */
  readonly wanted?: readonly (Uint8Array | null)[];
  /** Documents that have no score yet are passed over. */
  readonly onlyTouched?: boolean;
}

/** Numbers of documents in no order, each at most once: the first `count` of `list`. */
export class Touched {
  readonly list: Uint32Array;
  count = 0;

  constructor(documents: number) {
    this.list = new Uint32Array(documents);
  }
}

/** One member of a group: a segment and, for an index that has delta segments, which of its documents are dead. */
export interface GroupMember {
  readonly segment: Segment;
  /** 1 for a document that a later segment replaces. */
  readonly dead?: Uint8Array;
}

/**
 * Segments that are searched as one index: document counts and mean lengths are taken over all of them, so that a score means
 * the same in each. Only what depends on the lengths is worked out at opening.
 */
export class SegmentGroup {
  readonly members: readonly GroupMember[];
  readonly documents: number;
  readonly scheme: FieldScheme;
  /** Per member, per field: 1 / (1 - b + b * length / mean length). */
  readonly #norms: readonly (readonly Float32Array[])[];

  constructor(members: readonly GroupMember[], scheme: FieldScheme) {
    this.members = members;
    this.scheme = scheme;
    this.documents = members.reduce((sum, { segment }) => sum + segment.documents, 0);
    const means = scheme.weights.map((_, field) => {
      let words = 0;
      for (const { segment } of members)
        if (field < segment.fields) for (const length of segment.lengths(field)) words += length;
      return Math.max(1e-9, words / Math.max(1, this.documents));
    });
    this.#norms = members.map(({ segment }) =>
      scheme.weights.map((_, field) => {
        const penalty = scheme.lengthPenalty[field] ?? 0;
        const norms = new Float32Array(segment.documents);
        if (field >= segment.fields) return norms;
        const lengths = segment.lengths(field);
        for (let document = 0; document < norms.length; document++) {
          norms[document] = 1 / (1 - penalty + (penalty * (lengths[document] ?? 0)) / (means[field] ?? 1));
        }
        return norms;
      }),
    );
  }

  /** Documents that hold the term, over all members. */
  documentCount(term: string): number {
    let count = 0;
    for (const { segment } of this.members) {
      const number = segment.find(term);
      if (number >= 0) count += segment.documentCount(number);
    }
    return count;
  }

  /** Robertson's inverse document frequency in the form that never goes below zero. */
  idf(documentCount: number): number {
    return Math.log(1 + (this.documents - documentCount + 0.5) / (documentCount + 0.5));
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
    const numbers = this.members.map(({ segment }) => segment.find(term));
    let count = 0;
    numbers.forEach((number, index) => {
      if (number >= 0) count += this.members[index]?.segment.documentCount(number) ?? 0;
    });
    if (count === 0) return 0;
    const gain = this.idf(count) * weight;
    numbers.forEach((number, index) => {
      const member = this.members[index];
      const into = scores[index];
      const norms = this.#norms[index];
      if (number < 0 || !member || !into || !norms) return;
      const { saturation } = this.scheme;
      if (trace?.touched) addTraced(member, number, { into, norms, weights, gain, saturation }, trace, index);
      else addPostings(member, number, { into, norms, weights, gain, saturation }, trace, index);
    });
    return count;
  }
}

/** What a posting is worth, and where that goes. */
interface Weighing {
  readonly into: Float32Array;
  readonly norms: readonly Float32Array[];
  readonly weights: readonly number[];
  readonly gain: number;
  readonly saturation: number;
}

function addPostings(
  { segment, dead }: GroupMember,
  number: number,
  { into, norms, weights, gain, saturation }: Weighing,
  trace: TermTrace | null,
  index: number,
): void {
  const { postings } = segment;
  const bits = trace?.bits?.[index];
  const bit = trace?.bit ?? 0;
  const inFirst = trace?.inFirst?.[index];
  const { start, end } = segment.range(number);
  const firstWeight = weights[0] ?? 0;
  const firstNorms = norms[0] ?? new Float32Array(segment.documents);
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
    let count: number;
    if ((value & 1) === 0) {
      count = firstWeight * (postings[at++] ?? 0) * (firstNorms[document] ?? 0);
    } else {
      let mask = postings[at++] ?? 0;
      count = 0;
      if (inFirst && (mask & 2) !== 0) inFirst[document] = (inFirst[document] ?? 0) + 1;
      for (let field = 0; mask !== 0; field++, mask >>>= 1) {
        if ((mask & 1) !== 0) count += (weights[field] ?? 0) * (postings[at++] ?? 0) * (norms[field]?.[document] ?? 0);
      }
    }
    if (bits) bits[document] = (bits[document] ?? 0) | bit;
    if (count > 0 && dead?.[document] !== 1)
      into[document] = (into[document] ?? 0) + (gain * count) / (saturation + count);
  }
}

const NONE = new Uint8Array(0);

/**
 * The same for a search, which also wants to know whom it touched. A loop of its own, since both run millions of times: in one form,
 * searches took as long as before and localization 5 to 8 per cent longer (both asked in turn in one process, 2026-11-21).
 */
function addTraced(
  { segment, dead }: GroupMember,
  number: number,
  { into, norms, weights, gain, saturation }: Weighing,
  trace: TermTrace,
  index: number,
): void {
  const { postings } = segment;
  const bits = trace.bits?.[index] ?? NONE;
  const hasBits = bits.length > 0;
  const bit = trace.bit ?? 0;
  const inFirst = trace.inFirst?.[index];
  const wanted = trace.wanted?.[index] ?? null;
  const onlyTouched = trace.onlyTouched === true;
  const touched = trace.touched?.[index];
  const list = touched?.list ?? new Uint32Array(segment.documents);
  let seen = touched?.count ?? 0;
  const { start, end } = segment.range(number);
  const firstWeight = weights[0] ?? 0;
  const firstNorms = norms[0] ?? new Float32Array(segment.documents);
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
    if ((wanted !== null && wanted[document] === 0) || (onlyTouched && into[document] === 0)) {
      if ((value & 1) === 0) at++;
      else for (let mask = postings[at++] ?? 0; mask !== 0; mask &= mask - 1) at++;
      continue;
    }
    let count: number;
    if ((value & 1) === 0) {
      count = firstWeight * (postings[at++] ?? 0) * (firstNorms[document] ?? 0);
    } else {
      let mask = postings[at++] ?? 0;
      count = 0;
      if (inFirst && (mask & 2) !== 0) inFirst[document] = (inFirst[document] ?? 0) + 1;
      for (let field = 0; mask !== 0; field++, mask >>>= 1) {
        if ((mask & 1) !== 0) count += (weights[field] ?? 0) * (postings[at++] ?? 0) * (norms[field]?.[document] ?? 0);
      }
    }
    const points = count > 0 && dead?.[document] !== 1 ? (gain * count) / (saturation + count) : 0;
    const before = into[document] ?? 0;
    const held = hasBits ? (bits[document] ?? 0) : 0;
    if (before === 0 && held === 0 && (points > 0 || bit !== 0)) list[seen++] = document;
    if (bit !== 0) bits[document] = held | bit;
    if (points > 0) into[document] = before + points;
  }
  if (touched) touched.count = seen;
}
