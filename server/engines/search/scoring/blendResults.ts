import type { ScorePart, SearchResult } from "../../../../contract/search/search.ts";
import type { Collection, LineRange } from "../collections/collection.ts";
import type { DocumentRef } from "../../ranking/DocumentRef.ts";
import { type GroupMatches, countBits } from "./match.ts";
import type { Scoring } from "./scoring.ts";
import type { ScoredDocument } from "../../ranking/TopK.ts";
import { SEARCH_WEIGHTS } from "../searchWeights.ts";

/** What was found of one kind, best first. */
export interface KindResults {
  readonly collection: Collection;
  readonly scoring: Scoring;
  readonly match: GroupMatches;
  readonly freeBits: number;
  readonly hits: readonly ScoredDocument[];
}

export interface Hit {
  readonly collection: Collection;
  readonly documentRef: DocumentRef;
  readonly score: number;
  readonly parts: readonly ScorePart[];
  readonly exact: SearchResult["exact"];
  readonly line: number | null;
}

/** A hit with the lines of its best function or section; null where none is known. It refers to no memory that another search reuses. */
export interface LocatedHit extends Hit {
  readonly range: LineRange | null;
}

/** Exact names rank above all other results; each next one has a slightly lower score, which keeps their order. */
const EXACT_SCORE = SEARCH_WEIGHTS.exact.weight;
const EXACT_SCORE_STEP = 0.001;
/** From every kind that has hits, at least this many are in the answer. */
export const MIN_PER_KIND = 3;

export const identity = ({ collection, documentRef }: Pick<Hit, "collection" | "documentRef">): string =>
  `${collection.kind}:${collection.group.documents}:${documentRef.member}:${documentRef.document}`;

/** The name of a collection, the same in every index. Files and pages of wikis are both documents. */
export const collectionName = ({ kind, files }: Pick<Collection, "kind" | "files">): string =>
  `${kind} ${files === null ? "items" : "files"}`;

/** Names of the collections of files that are searched in one group. */
const FILE_COLLECTIONS: readonly string[] = ["code files", "document files"];

/**
 * The score that each collection's scores are relative to. Code and documents of repositories are in one group of documents, so their scores
 * are compared as they are; those of other kinds have a scale of their own.
 */
function topScores(
  resultsByKind: readonly KindResults[],
  tops: ReadonlyMap<string, number> = new Map(
    resultsByKind.map(({ collection, hits }) => [collectionName(collection), hits[0]?.score ?? 0]),
  ),
): (collection: Collection) => number {
  const ofFiles = Math.max(0, ...FILE_COLLECTIONS.map((name) => tops.get(name) ?? 0));
  return (collection) => {
    const name = collectionName(collection);
    return FILE_COLLECTIONS.includes(name) ? ofFiles : (tops.get(name) ?? 0);
  };
}

/**
 * The score of each collection that a result must reach to be among the best over several indexes, as `blendResults` chooses them from one.
 * @param scores the best ones of each collection, in descending order, at least `limit` where there are that many; without results that the
 *   query names exactly
 * @param tops the best score of each collection with these
 * @param priors the weight of each collection
 */
export function neededScores(
  scores: ReadonlyMap<string, readonly number[]>,
  tops: ReadonlyMap<string, number>,
  priors: ReadonlyMap<string, number>,
  limit: number,
): Map<string, number> {
  const ofFiles = Math.max(0, ...FILE_COLLECTIONS.map((name) => tops.get(name) ?? 0));
  const scaled = [...scores].map(([name, list]) => {
    const top = FILE_COLLECTIONS.includes(name) ? ofFiles : (tops.get(name) ?? 0);
    const scale = (priors.get(name) ?? 0) / Math.max(1e-9, top);
    return { name, scale, list: list.map((score) => score * scale) };
  });
  const room = Math.max(0, limit - scaled.reduce((sum, { list }) => sum + Math.min(MIN_PER_KIND, list.length), 0));
  const others = scaled.flatMap(({ list }) => list.slice(MIN_PER_KIND)).sort((a, b) => b - a);
  const least = room === 0 ? Infinity : (others[room - 1] ?? 0);
  return new Map(
    scaled.map(({ name, scale, list }) => {
      const needed = Math.min(list[MIN_PER_KIND - 1] ?? 0, least);
      // Collections without a weight are not compared. What is equal may be before.
      return [name, scale === 0 ? 0 : (needed / scale) * (1 - 1e-9)];
    }),
  );
}

/** What the query names exactly, each once, with its score. */
export function scoreExact(exact: readonly Hit[]): Hit[] {
  const first: Hit[] = [];
  const taken = new Set<string>();
  for (const hit of exact) {
    if (taken.has(identity(hit))) continue;
    taken.add(identity(hit));
    const score = EXACT_SCORE - EXACT_SCORE_STEP * first.length;
    first.push({ ...hit, score, parts: [{ code: "exact", points: score }] });
  }
  return first;
}

/**
 * Exact hits first, then the kinds side by side: scores are made comparable, and no kind crowds the others out.
 * @param tops the best score of each collection by its name, where the index is one of several; its own when left out
 */
export function blendResults(
  kindResultses: readonly KindResults[],
  exact: readonly Hit[],
  limit: number,
  tops?: ReadonlyMap<string, number>,
): Hit[] {
  const first = scoreExact(exact);
  const taken = new Set(first.map(identity));
  const certain: Hit[] = [];
  const others: Hit[] = [];
  const topOf = topScores(kindResultses, tops);
  for (const { collection, scoring, match, freeBits, hits } of kindResultses) {
    const scale = collection.prior / Math.max(1e-9, topOf(collection));
    const scaled = hits
      .filter(({ documentRef }) => !taken.has(identity({ collection, documentRef })))
      .map(({ documentRef, score }): Hit & { freeWords: number } => ({
        collection,
        documentRef,
        score: score * scale,
        parts: [],
        exact: null,
        line: null,
        freeWords: countBits((match.bits[documentRef.member]?.[documentRef.document] ?? 0) & freeBits),
      }))
      .map(({ freeWords, ...hit }) => ({
        ...hit,
        parts: scoring
          .parts(hit.documentRef.member, hit.documentRef.document, freeWords)
          .map(({ code, points }) => ({ code, points: points * scale })),
      }));
    certain.push(...scaled.slice(0, MIN_PER_KIND));
    others.push(...scaled.slice(MIN_PER_KIND));
  }
  others.sort((a, b) => b.score - a.score);
  const room = Math.max(0, limit - first.length - certain.length);
  const ranked = [...certain, ...others.slice(0, room)].sort((a, b) => b.score - a.score);
  return [...first, ...ranked].slice(0, limit);
}
