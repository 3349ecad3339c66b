import { checkpoint } from "../checkpoint.ts";
import { TopK, type ScoredDocument } from "../ranking/TopK.ts";
import type { Collection } from "./collections/collection.ts";
import { onlyAccepted } from "./acceptedDocuments.ts";
import type { Conditions } from "./filters/conditions.ts";
import type { Candidates } from "./filters/verdicts.ts";
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
  /** Texts that had to be read, and those that were. */
  readonly texts: { readonly searched: number; readonly of: number };
  readonly tally: FacetTally;
}

export interface SelectRequest {
  /** The documents with enough words (see candidatesOf). */
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
  readonly threshold?: number;
  readonly countsFacets?: boolean;
  readonly limit: number;
  /** Deadline for reading texts (as of performance.now()). */
  readonly deadlineMs: number;
}

/** Texts that are read to verify phrases and patterns before counting stops. */
const MAX_VERIFIED_TEXTS = 50_000;
/** This many of the best texts are read first, then twice as many, and so on: when time runs out, what was read is what would be shown. */
const FIRST_BATCH_SIZE = 256;
const MAX_SORTED = 4096;

/** Finds, counts and ranks the documents of a collection; no object is made for a hit that is not shown. */
export function select(collection: Collection, match: GroupMatches, request: SelectRequest): Selection {
  const selector = new Selector(collection, request);
  collection.group.members.forEach((_, member) => {
    selector.addMember(member, match.bits[member] ?? NO_BITS);
  });
  return selector.finish();
}

/** Counts and ranks what has passed, and keeps apart what only its text can decide. */
class Selector {
  readonly #collection: Collection;
  readonly #request: SelectRequest;
  readonly #tally: FacetTally;
  readonly #best: TopK;
  readonly #undecided: Candidate[] = [];
  /** Where the time is up already, documents whose texts would have to be read are counted alone. */
  readonly #isLate: boolean;
  #skipped = 0;
  #total = 0;
  #filteredOut = 0;

  constructor(collection: Collection, request: SelectRequest) {
    this.#collection = collection;
    this.#request = request;
    this.#tally = new FacetTally(request.countsFacets === false ? {} : collection.facets());
    this.#best = new TopK(request.limit);
    this.#isLate = request.conditions.needsTexts && performance.now() > request.deadlineMs;
  }

  addMember(member: number, bits: Uint32Array): void {
    const { conditions, fails, freeBits } = this.#request;
    const verdicts = conditions.verdicts?.[member];
    const candidates = this.#request.candidates[member] ?? NO_BITS;
    const documents = verdicts ? onlyAccepted(candidates, verdicts) : candidates;
    if (fails === null && !conditions.needsTexts) {
      this.#addAll(member, documents, bits);
      return;
    }
    for (const document of documents) {
      const failed = fails === null ? 0 : fails(member, document);
      const only = failed === 0 ? null : onlyFacet(failed);
      if (failed !== 0 && only === null) {
        this.#filteredOut++;
        continue;
      }
      const words = countBits((bits[document] ?? 0) & freeBits);
      if (verdicts && conditions.mustVerify(member, document)) this.#postpone(member, document, words, only);
      else this.#add(member, document, words, only);
    }
  }

  /** Reads the texts of what is undecided, the best first, until the time is up. */
  finish(): Selection {
    const { conditions, deadlineMs } = this.#request;
    let searched = 0;
    for (const { member, document, words, only } of inVerificationOrder(this.#undecided)) {
      checkpoint();
      if (searched >= MAX_VERIFIED_TEXTS || (searched % 16 === 0 && performance.now() > deadlineMs)) break;
      searched++;
      if (conditions.verify({ member, document }, this.#collection)) this.#add(member, document, words, only);
    }
    const texts = { searched, of: this.#undecided.length + this.#skipped };
    return {
      hits: this.#best.sorted(),
      total: this.#total,
      filteredOut: this.#filteredOut,
      isCapped: searched < texts.of,
      texts,
      tally: this.#tally,
    };
  }

  /** Documents that all pass. */
  #addAll(member: number, documents: Uint32Array, bits: Uint32Array): void {
    const { score, freeBits } = this.#request;
    this.#total += documents.length;
    this.#tally.addAll(member, documents);
    if (score === null) return;
    for (const document of documents) this.#rank(member, document, countBits((bits[document] ?? 0) & freeBits));
  }

  /** @param only the single facet that the document fails: it is counted among that facet's values alone */
  #add(member: number, document: number, words: number, only: FacetName | null): void {
    this.#tally.add(member, document, only);
    if (only !== null) {
      this.#filteredOut++;
      return;
    }
    this.#total++;
    this.#rank(member, document, words);
  }

  #postpone(member: number, document: number, words: number, only: FacetName | null): void {
    if (this.#isLate) {
      this.#skipped++;
      return;
    }
    const { score } = this.#request;
    const points = only === null && score !== null ? score(member, document, words) : 0;
    this.#undecided.push({ member, document, words, only, score: points });
  }

  #rank(member: number, document: number, words: number): void {
    const { score, bound = null, threshold = 0 } = this.#request;
    if (score === null) return;
    if (bound !== null && bound(member, document, words) < Math.max(threshold, this.#best.least)) return;
    const points = score(member, document, words);
    if (points >= threshold) this.#best.offer(member, document, points);
  }
}

/** A document that its text decides about. */
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
  if (best.length > FIRST_BATCH_SIZE) best.sort((a, b) => b.score - a.score);
  for (let from = 0, size = FIRST_BATCH_SIZE; from < best.length; from += size, size *= 2) {
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
 * The documents of a collection that have at least `minimumShouldMatch` of the words of `freeBits`. Without words all documents are candidates.
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
