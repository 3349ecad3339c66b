import { checkpoint } from "../checkpoint.ts";
import { TopK, type ScoredDocument } from "../ranking/TopK.ts";
import type { Collection } from "./collections/collection.ts";
import type { Candidates, Conditions } from "./filters/conditions.ts";
import { FacetTally } from "./filters/facets.ts";
import type { FacetName } from "./collections/facetColumns.ts";
import { onlyFacet } from "./filters/facetFilter.ts";
import { type GroupMatches, countBits } from "./scoring/match.ts";

/** What one collection has for a query. */
export interface Selection {
  /** Best first, at most as many as asked for. */
  readonly hits: readonly ScoredDocument[];
  /** Documents that match and pass the filters. */
  readonly total: number;
  /** Documents that match but do not pass them. */
  readonly filteredOut: number;
  /** Counting stopped early: there may be more. */
  readonly isCapped: boolean;
  /** Texts that were to be looked at, and those that were. */
  readonly texts: { readonly searched: number; readonly of: number };
  readonly tally: FacetTally;
}

export interface SelectRequest {
  /** Who has enough words (see candidatesOf). */
  readonly candidates: Candidates;
  readonly conditions: Conditions;
  /** Bits of the free words of the query. */
  readonly freeBits: number;
  readonly fails: ((member: number, document: number) => number) | null;
  /** The score of a document that is to be ranked; null where documents are counted alone. */
  readonly score: ((member: number, document: number, words: number) => number) | null;
  /** A number that no score of a document with these words exceeds; null where scores cost nothing. */
  readonly bound?: ((member: number, document: number, words: number) => number) | null;
  /** The score that a document must reach. */
  readonly floor?: number;
  readonly countsFacets?: boolean;
  readonly limit: number;
  /** Texts are looked at until then (as of performance.now()). */
  readonly deadline: number;
}

/** Texts that are read to verify phrases and patterns before counting stops. */
const MAX_VERIFIED_TEXTS = 50_000;
/** The best so many texts are read first, then twice as many, and so on: when time runs out, what was read is what would be shown. */
const FIRST_BATCH = 256;
const MAX_SORTED = 4096;

/** Finds, counts and ranks the documents of a collection; no object is made for a hit that is not shown. */
export function select(collection: Collection, match: GroupMatches, request: SelectRequest): Selection {
  const { conditions, freeBits, fails, score, bound = null, floor = 0, limit, deadline } = request;
  const tally = new FacetTally(request.countsFacets === false ? {} : collection.facets());
  const best = new TopK(limit);
  const offer = (member: number, document: number, words: number): void => {
    if (score === null) return;
    if (bound !== null && bound(member, document, words) < Math.max(floor, best.least)) return;
    const points = score(member, document, words);
    if (points >= floor) best.offer(member, document, points);
  };
  const unread: Candidate[] = [];
  let total = 0;
  let filteredOut = 0;
  // Where the time is up already, candidates are counted alone.
  const isLate = conditions.needsTexts && performance.now() > deadline;
  let unreadAtAll = 0;
  const take = (member: number, document: number, words: number, only: FacetName | null): void => {
    tally.add(member, document, only);
    if (only !== null) {
      filteredOut++;
      return;
    }
    total++;
    offer(member, document, words);
  };
  collection.group.members.forEach((_, member) => {
    const bits = match.bits[member] ?? NO_BITS;
    const marks = conditions.marks?.[member];
    const candidates = request.candidates[member] ?? NO_BITS;
    const list = marks ? intersection(candidates, marks) : candidates;
    if (fails === null && !conditions.needsTexts) {
      total += list.length;
      tally.addAll(member, list);
      if (score !== null)
        for (const document of list) offer(member, document, countBits((bits[document] ?? 0) & freeBits));
      return;
    }
    for (const document of list) {
      const failed = fails === null ? 0 : fails(member, document);
      const only = failed === 0 ? null : onlyFacet(failed);
      if (failed !== 0 && only === null) {
        filteredOut++;
        continue;
      }
      const words = countBits((bits[document] ?? 0) & freeBits);
      if (marks && conditions.mustVerify(member, document)) {
        if (isLate) unreadAtAll++;
        else
          unread.push({
            member,
            document,
            words,
            only,
            score: only === null && score !== null ? score(member, document, words) : 0,
          });
      } else take(member, document, words, only);
    }
  });
  let verified = 0;
  for (const { member, document, words, only } of inVerificationOrder(unread)) {
    checkpoint();
    if (verified >= MAX_VERIFIED_TEXTS || (verified % 16 === 0 && performance.now() > deadline)) break;
    verified++;
    const place = { member, document };
    if (conditions.verify(place, collection)) take(member, document, words, only);
  }
  const texts = { searched: verified, of: unread.length + unreadAtAll };
  return { hits: best.sorted(), total, filteredOut, isCapped: verified < texts.of, texts, tally };
}

/** A document whose text has the last word. */
interface Candidate {
  readonly member: number;
  readonly document: number;
  readonly words: number;
  readonly only: FacetName | null;
  readonly score: number;
}

/**
 * The best first, in pieces of doubling size; inside a piece as the texts lie, since neighbours are unpacked together. Of very many only
 * the best are put in order: sorting all would take longer than the time there is.
 */
function* inVerificationOrder(candidates: readonly Candidate[]): Generator<Candidate> {
  if (candidates.length === 0) return;
  const scores = Float64Array.from(candidates, ({ score }) => score).sort();
  const least = scores[Math.max(0, scores.length - MAX_SORTED)] ?? 0;
  const best = candidates.length <= MAX_SORTED ? [...candidates] : candidates.filter(({ score }) => score > least);
  if (best.length > FIRST_BATCH) best.sort((a, b) => b.score - a.score);
  for (let from = 0, size = FIRST_BATCH; from < best.length; from += size, size *= 2) {
    const piece = best.slice(from, from + size);
    piece.sort((a, b) => a.member - b.member || a.document - b.document);
    yield* piece;
  }
  if (best.length < candidates.length)
    for (const candidate of candidates) if (candidate.score <= least) yield candidate;
}

const NO_BITS = new Uint32Array(0);
let candidateBuffer = new Uint32Array(1 << 12);

/**
 * The documents of a collection that have at least `minimumShouldMatch` of the words of `freeBits`. Without words everything is looked at.
 * @param possible for a query without words, the documents that can fulfil its conditions; null for all
 */
export function candidatesOf(
  { group, membership }: Collection,
  match: GroupMatches,
  freeBits: number,
  minimumShouldMatch: number,
  possible: readonly Uint32Array[] | null = null,
): Uint32Array[] {
  return group.members.map((_, member) => {
    const bits = match.bits[member] ?? NO_BITS;
    const touched = match.touched[member];
    const belongsHere = membership?.[member];
    if (candidateBuffer.length < bits.length) candidateBuffer = new Uint32Array(bits.length);
    const list = candidateBuffer;
    const among = minimumShouldMatch > 0 && touched ? touched.list : (possible?.[member] ?? null);
    const size = minimumShouldMatch > 0 && touched ? touched.count : (among?.length ?? bits.length);
    let count = 0;
    for (let at = 0; at < size; at++) {
      const document = among === null ? at : (among[at] ?? 0);
      if (belongsHere && belongsHere[document] === 0) continue;
      if (minimumShouldMatch > 0 && countBits((bits[document] ?? 0) & freeBits) < minimumShouldMatch) continue;
      list[count++] = document;
    }
    return list.slice(0, count);
  });
}

function intersection(candidates: Uint32Array, marks: Uint8Array): Uint32Array {
  const list = new Uint32Array(candidates.length);
  let count = 0;
  for (const document of candidates) if (marks[document] !== 0) list[count++] = document;
  return list.subarray(0, count);
}
