import { DAY_MS } from "../../../../contract/durations.ts";
import type { ScorePart } from "../../../../contract/search/search.ts";
import type { OpenedIndex } from "../../../index/OpenedIndex.ts";
import type { ChunkMatches } from "./chunkMatch.ts";
import type { Collection } from "../collections/collection.ts";
import { type GroupMatches, MAX_MATCH_BITS, countBits } from "./match.ts";
import { SEARCH_WEIGHTS } from "../searchWeights.ts";
import { memoize } from "../../../memoize.ts";

/** What something new gains, and the days after which a third of that is left. */
const RECENCY = SEARCH_WEIGHTS.recency.weight;
const RECENCY_DAYS = SEARCH_WEIGHTS.recencyDays.weight;
/** How much a document gains that has more of the words than it needs. */
const COVERAGE = SEARCH_WEIGHTS.coverage.weight;
/** A query of filters alone has no words that score: everything starts equal. */
const FILTER_ONLY_SCORE = 1e-3;

/** What the kind of a document multiplies its score by is at most 1 (`Collection.boost`), so this is the most that all boosts can be. */
const MAX_BOOST = 1 + RECENCY;

/** Scores of one collection's documents, and the parts that they are made of. */
export interface Scoring {
  /** Not below the score, without a look at what the document is or how new. */
  readonly bound: (member: number, document: number, words: number) => number;
  readonly score: (member: number, document: number, words: number) => number;
  /** Adds up to the score. */
  readonly parts: (member: number, document: number, words: number) => ScorePart[];
}

const coverages: Float64Array[] = [];
/** By the number of words that a document has: its gain. */
const coverageOf = (minimumShouldMatch: number): Float64Array =>
  (coverages[minimumShouldMatch] ??= Float64Array.from({ length: MAX_MATCH_BITS + 1 }, (_, words) =>
    minimumShouldMatch === 0 ? 1 : (Math.max(words, 1) / minimumShouldMatch) ** COVERAGE,
  ));

/** `minimumShouldMatch`: the words that every document has at least. */
export function createScoring(
  index: OpenedIndex,
  collection: Collection,
  match: GroupMatches,
  chunks: ChunkMatches | null,
  minimumShouldMatch: number,
  boosting: Boosting = staticBoosts(collection),
): Scoring {
  const points = collection.group === index.codeGroup ? chunks?.points : undefined;
  const coverage = coverageOf(minimumShouldMatch);
  const wordsOf = (member: number, document: number): number => match.scores[member]?.[document] || FILTER_ONLY_SCORE;
  const partOf = (member: number, document: number): number => points?.[member]?.[document] ?? 0;
  return {
    bound: (member, document, words) =>
      (wordsOf(member, document) + partOf(member, document)) * (coverage[words] ?? 1) * MAX_BOOST,
    score: (member, document, words) =>
      (wordsOf(member, document) + partOf(member, document)) *
      (coverage[words] ?? 1) *
      boosting.boost(member, document),
    parts: (member, document, count) => {
      const words = wordsOf(member, document);
      const part = partOf(member, document);
      const covered = (words + part) * (coverage[count] ?? 1);
      const recent = covered * boosting.recency(member, document);
      const boosted = covered * boosting.boost(member, document);
      const all: ScorePart[] = [
        { code: "words", points: words },
        { code: "part", points: part },
        { code: "coverage", points: covered - words - part },
        { code: "recency", points: recent - covered },
        { code: "kind", points: boosted - recent },
      ];
      return all.filter((scorePart) => Math.abs(scorePart.points) > 1e-9);
    },
  };
}

/** What a document counts whatever is asked. */
export interface Boosting {
  /** The factor for the age of a document. */
  readonly recency: (member: number, document: number) => number;
  /** `recency` with the factor for what the document is. */
  readonly boost: (member: number, document: number) => number;
}

const newestOf = memoize(({ group, time }: Collection): number => {
  let newest = 0;
  group.members.forEach(({ segment }, member) => {
    for (let document = 0; document < segment.documents; document++) newest = Math.max(newest, time(member, document));
  });
  return newest;
});

const recencyOf = (changed: number, newest: number): number =>
  changed === 0 ? 1 : 1 + RECENCY * Math.exp((changed - newest) / (RECENCY_DAYS * DAY_MS));

/** Computed once for each collection: a search multiplies by it tens of thousands of times. */
export const staticBoosts = memoize((collection: Collection): Boosting => {
  const { group, time, boost } = collection;
  const newest = newestOf(collection);
  const recencies = group.members.map(({ segment }, member) =>
    Float64Array.from({ length: segment.documents }, (_, document) => recencyOf(time(member, document), newest)),
  );
  const boosts = recencies.map((column, member) =>
    column.map((recency, document) => recency * boost(member, document)),
  );
  return {
    recency: (member, document) => recencies[member]?.[document] ?? 1,
    boost: (member, document) => boosts[member]?.[document] ?? 1,
  };
});

/** The same numbers, computed for a document when it is ranked: of thousands of indexes few documents are, and no columns are kept. */
export const boostsOnDemand = memoize((collection: Collection): Boosting => {
  const { time, boost } = collection;
  const newest = newestOf(collection);
  const recency = (member: number, document: number): number => recencyOf(time(member, document), newest);
  return { recency, boost: (member, document) => recency(member, document) * boost(member, document) };
});

/** The columns are in single precision. */
const ROUNDED_UP = 1 + 1e-5;

/**
 * A number that no score of a collection exceeds, by what its documents have of the words alone.
 * @param words the best score of the words of a candidate
 * @param chunkScore what a function adds to it at most
 */
export function scoreBound(words: number, chunkScore: number, matched: number, minimumShouldMatch: number): number {
  const coverage = coverageOf(minimumShouldMatch)[matched] ?? 1;
  return (Math.max(FILTER_ONLY_SCORE, words) + chunkScore) * coverage * MAX_BOOST * ROUNDED_UP;
}

/** The same for each candidate with what it is: whether one of them may have a score of `threshold`. */
export function someReaches(
  threshold: number,
  { match, candidates, boosting, chunkScore, freeBits, minimumShouldMatch }: BoundRequest,
): boolean {
  const coverage = coverageOf(minimumShouldMatch);
  return candidates.some((list, member) => {
    const scores = match.scores[member];
    const bits = match.bits[member];
    for (const document of list) {
      const words = Math.max(FILTER_ONLY_SCORE, scores?.[document] ?? 0);
      const covered =
        (words + chunkScore(member, document)) *
        (coverage[countBits((bits?.[document] ?? 0) & freeBits)] ?? 1) *
        ROUNDED_UP;
      // Most documents are decided without a look at what they are.
      if (covered * MAX_BOOST >= threshold && covered * boosting.boost(member, document) >= threshold) return true;
    }
    return false;
  });
}

interface BoundRequest {
  readonly match: Pick<GroupMatches, "scores" | "bits">;
  readonly candidates: readonly Uint32Array[];
  readonly boosting: Boosting;
  /** What a function adds to a document at most. */
  readonly chunkScore: (member: number, document: number) => number;
  readonly freeBits: number;
  readonly minimumShouldMatch: number;
}
