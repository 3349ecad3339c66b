import { DAY_MS } from "../../../contract/durations.ts";
import type { ScorePart } from "../../../contract/search.ts";
import type { OpenedIndex } from "../../index/OpenedIndex.ts";
import type { ChunkMatches } from "./chunkMatch.ts";
import type { Collection } from "./collection.ts";
import { type GroupMatches, MAX_MATCH_BITS } from "./match.ts";
import { SEARCH_WEIGHTS } from "./searchWeights.ts";
import { memoize } from "../../memoize.ts";

/** What something new gains, and the days after which a third of that is left. */
const RECENCY = SEARCH_WEIGHTS.recency.weight;
const RECENCY_DAYS = 180;
/** How much a document gains that has more of the words than it needs. */
const COVERAGE = SEARCH_WEIGHTS.coverage.weight;
/** A query of filters alone has no words that score: everything starts equal. */
const FILTER_ONLY_SCORE = 1e-3;

/** Scores of one collection's documents, and the parts that they are made of. */
export interface Scoring {
  readonly score: (member: number, document: number, words: number) => number;
  /** Adds up to the score. */
  readonly parts: (member: number, document: number, words: number) => ScorePart[];
}

/** `minimumShouldMatch`: the words that every document has at least. */
export function createScoring(
  index: OpenedIndex,
  collection: Collection,
  match: GroupMatches,
  chunks: ChunkMatches | null,
  minimumShouldMatch: number,
): Scoring {
  const points = collection.group === index.codeGroup ? chunks?.points : undefined;
  const { boosts, recencies } = staticBoosts(collection);
  const coverage = Float64Array.from({ length: MAX_MATCH_BITS + 1 }, (_, words) =>
    minimumShouldMatch === 0 ? 1 : (Math.max(words, 1) / minimumShouldMatch) ** COVERAGE,
  );
  const wordsOf = (member: number, document: number): number => match.scores[member]?.[document] || FILTER_ONLY_SCORE;
  const partOf = (member: number, document: number): number => points?.[member]?.[document] ?? 0;
  return {
    score: (member, document, words) =>
      (wordsOf(member, document) + partOf(member, document)) *
      (coverage[words] ?? 1) *
      (boosts[member]?.[document] ?? 1),
    parts: (member, document, count) => {
      const words = wordsOf(member, document);
      const part = partOf(member, document);
      const covered = (words + part) * (coverage[count] ?? 1);
      const recent = covered * (recencies[member]?.[document] ?? 1);
      const whole = covered * (boosts[member]?.[document] ?? 1);
      const all: ScorePart[] = [
        { code: "words", points: words },
        { code: "part", points: part },
        { code: "coverage", points: covered - words - part },
        { code: "recency", points: recent - covered },
        { code: "standing", points: whole - recent },
      ];
      return all.filter((one) => Math.abs(one.points) > 1e-9);
    },
  };
}

interface StaticBoosts {
  /** Factors of a document that do not depend on the query: its age, and its age together with its kind. */
  readonly recencies: readonly Float64Array[];
  readonly boosts: readonly Float64Array[];
}

/** Computed once for each collection: a search multiplies by it tens of thousands of times. */
export const staticBoosts = memoize(({ group, time, boost }: Collection): StaticBoosts => {
  let newest = 0;
  group.members.forEach(({ segment }, member) => {
    for (let document = 0; document < segment.documents; document++) newest = Math.max(newest, time(member, document));
  });
  const recencies = group.members.map(({ segment }, member) =>
    Float64Array.from({ length: segment.documents }, (_, document) => {
      const changed = time(member, document);
      return changed === 0 ? 1 : 1 + RECENCY * Math.exp((changed - newest) / (RECENCY_DAYS * DAY_MS));
    }),
  );
  const boosts = recencies.map((column, member) =>
    column.map((recency, document) => recency * boost(member, document)),
  );
  return { recencies, boosts };
});
