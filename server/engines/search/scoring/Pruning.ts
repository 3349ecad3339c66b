import type { OpenedIndex } from "../../../index/OpenedIndex.ts";
import type { MultiSegmentReader } from "../../../index/segment/MultiSegmentReader.ts";
import type { Collection } from "../collections/collection.ts";
import type { SearchTerm } from "../query/queryTerms.ts";
import { collectionName } from "./blendResults.ts";
import { type ChunkMatches, largest, largestChunkPoints, nameShares } from "./chunkMatch.ts";
import { type GroupMatches, countBits, largestScore } from "./match.ts";
import { boostsOnDemand, scoreBound, someReaches } from "./scoring.ts";
import type { Scratch } from "./ScratchPool.ts";

/** The score below which results of each collection are not needed, by its name; null: none with so few words is. */
export type Thresholds = (minimumShouldMatch: number) => ReadonlyMap<string, number> | null;

/**
 * Decides by upper bounds of scores what of an index cannot be among the best results of several indexes, so that it is counted and not scored
 * (dynamic pruning as in Turtle and Flood, "Query evaluation: strategies and optimizations", 1995, over whole collections).
 */
export class Pruning {
  readonly #scratch: Scratch;
  readonly #index: OpenedIndex;
  readonly #words: readonly SearchTerm[];
  readonly #thresholds: Thresholds | undefined;
  #nameShares: readonly Float32Array[] | null = null;

  /** @param thresholds undefined where the index is searched alone, and everything is scored */
  constructor(scratch: Scratch, index: OpenedIndex, words: readonly SearchTerm[], thresholds: Thresholds | undefined) {
    this.#scratch = scratch;
    this.#index = index;
    this.#words = words;
    this.#thresholds = thresholds;
  }

  /** Whether no document of a group can be among the best, by the statistics of the group alone. */
  skipsGroup(
    group: MultiSegmentReader,
    collections: readonly Collection[],
    { words, minimumShouldMatch }: { readonly words: number; readonly minimumShouldMatch: number },
  ): boolean {
    if (!group.isByRange || words === 0) return false;
    const thresholdOf = this.#thresholds?.(minimumShouldMatch);
    if (!thresholdOf) return false;
    let threshold = Infinity;
    for (const collection of collections)
      if (collection.group === group) threshold = Math.min(threshold, thresholdOf.get(collectionName(collection)) ?? 0);
    if (threshold === 0) return false;
    const maxGroupScore = largestScore(group, this.#words);
    const maxChunkScore = group === this.#index.codeGroup ? largestChunkPoints(1) * maxGroupScore : 0;
    return scoreBound(maxGroupScore, maxChunkScore, words, minimumShouldMatch) < threshold;
  }

  /**
   * The score that a result of a collection must reach; null where none of the candidates can.
   * @param chunks what functions have of the query, where it is matched already
   */
  thresholdOf(
    collection: Collection,
    { match, candidates, freeBits, minimumShouldMatch }: PrunedCandidates,
    chunks: { readonly matches: ChunkMatches | null } | null,
  ): number | null {
    if (!this.#thresholds) return 0;
    const thresholdOf = this.#thresholds(minimumShouldMatch);
    if (thresholdOf === null) return null;
    const threshold = thresholdOf.get(collectionName(collection)) ?? 0;
    if (threshold === 0) return 0;
    let maxCandidateScore = 0;
    candidates.forEach((list, member) => {
      const column = match.scores[member];
      for (const document of list) maxCandidateScore = Math.max(maxCandidateScore, column?.[document] ?? 0);
    });
    const isBelow = (chunkScore: number): boolean =>
      scoreBound(maxCandidateScore, chunkScore, countBits(freeBits), minimumShouldMatch) < threshold;
    if (collection.group !== this.#index.codeGroup) return isBelow(0) ? null : threshold;
    const maxGroupScore = largest(match.scores, match.touched);
    const maxChunkScore = largestChunkPoints(1) * maxGroupScore;
    if (isBelow(maxChunkScore)) return null;
    const request = { match, candidates, boosting: boostsOnDemand(collection), freeBits, minimumShouldMatch };
    if (!someReaches(threshold, { ...request, chunkScore: () => maxChunkScore })) return null;
    return someReaches(threshold, { ...request, chunkScore: this.#chunkBound(maxGroupScore, chunks) })
      ? threshold
      : null;
  }

  /** What a function adds to each file at most, by the names of its functions: read only where it may decide. */
  #chunkBound(
    maxGroupScore: number,
    chunks: { readonly matches: ChunkMatches | null } | null,
  ): (member: number, file: number) => number {
    // The shares of names and the matched chunks use the same columns of the scratch memory.
    if (chunks) {
      const points = chunks.matches?.points;
      return (member, file) => points?.[member]?.[file] ?? 0;
    }
    const shares = (this.#nameShares ??= nameShares(this.#scratch, this.#index, this.#words));
    return (member, file) => largestChunkPoints(shares[member]?.[file] ?? 0) * maxGroupScore;
  }
}

interface PrunedCandidates {
  readonly match: GroupMatches;
  readonly candidates: readonly Uint32Array[];
  readonly freeBits: number;
  readonly minimumShouldMatch: number;
}
