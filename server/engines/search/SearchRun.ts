import type { SearchAnswer, SearchResult } from "../../../contract/search/search.ts";
import { printFilter } from "../../../contract/query/printFilter.ts";
import type { FilterNode } from "../../../contract/query/queryNodes.ts";
import type { OpenedIndex } from "../../index/OpenedIndex.ts";
import type { MultiSegmentReader } from "../../index/segment/MultiSegmentReader.ts";
import { checkpoint } from "../checkpoint.ts";
import type { Hit, KindResults } from "./scoring/blendResults.ts";
import { type ChunkMatches, matchChunks } from "./scoring/chunkMatch.ts";
import type { Collection } from "./collections/collection.ts";
import { collectionsOf } from "./collections/collections.ts";
import { FACET_NAMES, type FacetName } from "./collections/facetColumns.ts";
import { Conditions, fulfilling, possibleDocuments } from "./filters/conditions.ts";
import { type ExactHit, exactHits } from "./collections/exact.ts";
import { type ChosenFacets, facetFilter } from "./filters/facetFilter.ts";
import { type FilterContext, filterContextOf, nearestValue } from "./filters/filterPredicates.ts";
import { type GroupMatches, MAX_MATCH_BITS, NO_MATCHES, countBits, matchAtLeast, matchGroup } from "./scoring/match.ts";
import type { Condition, Plan } from "./query/plan.ts";
import { worded } from "./query/mistakeText.ts";
import { type SearchTerm, hasWord } from "./query/queryTerms.ts";
import { boostsOnDemand, createScoring, staticBoosts } from "./scoring/scoring.ts";
import { Pruning } from "./scoring/Pruning.ts";
import type { Scratch } from "./scoring/ScratchPool.ts";
import type { SearchRequest } from "./query/searchRequest.ts";
import { SEARCH_WEIGHTS } from "./searchWeights.ts";
import { type Selection, candidatesOf, select } from "./select.ts";

const REQUIRED_WORDS = SEARCH_WEIGHTS.requiredWords.weight;
const REQUIRED_NAME_WORDS = SEARCH_WEIGHTS.requiredNameWords.weight;

/** One search over one index: what is computed once and used by several steps. */
export class SearchRun {
  #chunks: { readonly matches: ChunkMatches | null } | null = null;
  readonly #scratch: Scratch;
  readonly #index: OpenedIndex;
  readonly #query: SearchRequest;
  readonly #plan: Plan;
  readonly #deadlineMs: number;
  readonly #collections: readonly Collection[];
  readonly #context: FilterContext;
  readonly #matches = new Map<MultiSegmentReader, GroupMatches>();
  readonly #pruning: Pruning;
  /** The free words: how many there are, their bits, and how many of them a document must have. */
  readonly #free: { readonly contentTerms: number; readonly freeBits: number; readonly minimumShouldMatch: number };

  constructor(scratch: Scratch, index: OpenedIndex, query: SearchRequest, plan: Plan, deadlineMs: number) {
    this.#scratch = scratch;
    this.#index = index;
    this.#query = query;
    this.#plan = plan;
    this.#deadlineMs = deadlineMs;
    this.#context = filterContextOf(index, query);
    this.#collections = collectionsOf(index, query.people);
    this.#pruning = new Pruning(scratch, index, plan.words, query.thresholds);
    const contentTerms = plan.words.slice(0, plan.free).filter(({ isStopWord }) => !isStopWord);
    const freeBits = 2 ** Math.min(contentTerms.length, MAX_MATCH_BITS) - 1;
    this.#free = {
      contentTerms: contentTerms.length,
      freeBits,
      minimumShouldMatch: this.#match(contentTerms.slice(0, MAX_MATCH_BITS)),
    };
  }

  /** What functions and sections have of the query, matched when it is first asked for. */
  get chunks(): ChunkMatches | null {
    return (this.#chunks ??= { matches: this.#matchChunks() }).matches;
  }

  /** Functions are scored only in files that can be hits, which saves most of the work for few words. */
  #matchChunks(): ChunkMatches | null {
    const code = this.#matches.get(this.#index.codeGroup);
    if (!code || this.#plan.words.length === 0) return null;
    const { freeBits, minimumShouldMatch } = this.#free;
    const among =
      minimumShouldMatch < 2
        ? null
        : (matchedBits: number): boolean => countBits(matchedBits & freeBits) >= minimumShouldMatch;
    return matchChunks(this.#scratch, this.#index, this.#plan.words, code, among);
  }

  /** Words that a document has at least. */
  get minimumShouldMatch(): number {
    return this.#free.minimumShouldMatch;
  }

  /** No document has as many words as one should have, so that fewer count. */
  get isRelaxed(): boolean {
    return (
      this.#free.minimumShouldMatch < requiredWords(Math.min(this.#free.contentTerms, MAX_MATCH_BITS), REQUIRED_WORDS)
    );
  }

  /** Selects the results of each kind for the query. */
  selectAll(limit: number): (Omit<KindResults, "hits"> & { selection: Selection })[] {
    return this.#selectWith(this.#plan, this.#query, limit);
  }

  /** How many results there would be with other conditions or facets. */
  count(plan: Plan, query: SearchRequest): number {
    return this.#selectWith(plan, query, 1).reduce(
      (sum, { collection, selection }) =>
        sum + (!query.kind?.length || query.kind.includes(collection.kind) ? selection.total : 0),
      0,
    );
  }

  #selectWith(
    plan: Plan,
    query: SearchRequest,
    limit: number,
  ): (Omit<KindResults, "hits"> & { selection: Selection })[] {
    if (plan.words.length === 0 && plan.conditions.length === 0) return [];
    const { contentTerms, freeBits, minimumShouldMatch } = this.#free;
    const chosen = facetsOfQuery(query);
    // Punctuation alone is no term, and a document that passes a filter does not match words that it lacks.
    if (
      minimumShouldMatch === 0 &&
      (contentTerms === 0 ? plan.conditions.length === 0 : plan.conditions.every(hasOnlyFilters))
    )
      return [];
    return this.#collections.flatMap((collection) => {
      checkpoint();
      const match = this.#matches.get(collection.group);
      if (!match || match === NO_MATCHES) return [];
      const minimumInKind = collection.isName
        ? Math.max(minimumShouldMatch, requiredWords(contentTerms, REQUIRED_NAME_WORDS))
        : minimumShouldMatch;
      const possible = minimumInKind > 0 ? null : possibleDocuments(collection, plan.conditions);
      const candidates = candidatesOf(collection, match, freeBits, minimumInKind, possible);
      // Most kinds of most projects of a company have nothing for a query.
      if (candidates.every(({ length }) => length === 0)) return [];
      const conditions = new Conditions(collection, plan.conditions, this.#context, candidates);
      const pruned = { match, candidates, freeBits, minimumShouldMatch };
      const threshold = this.#pruning.thresholdOf(collection, pruned, this.#chunks);
      const isOneOfSeveral = query.thresholds !== undefined;
      const hasChunks = threshold !== null && collection.group === this.#index.codeGroup;
      const scoring = createScoring(
        this.#index,
        collection,
        match,
        hasChunks ? this.chunks : null,
        minimumShouldMatch,
        isOneOfSeveral ? boostsOnDemand(collection) : staticBoosts(collection),
      );
      const selection = select(collection, match, {
        candidates,
        conditions,
        freeBits,
        fails: facetFilter(collection, chosen),
        score: threshold === null ? null : scoring.score,
        bound: isOneOfSeveral ? scoring.bound : null,
        threshold: threshold ?? 0,
        countsFacets: query.countsFacets ?? true,
        limit,
        deadlineMs: this.#deadlineMs,
      });
      return [{ collection, scoring, freeBits, match, selection }];
    });
  }

  /**
   * Matches all groups and returns how many of the words in `free` a document must have: fewer than it should only if no document has that
   * many. What has fewer is left out where it does not count; with the best of all files functions are compared.
   */
  #match(free: readonly SearchTerm[]): number {
    const { words, conditions } = this.#plan;
    const required = requiredWords(free.length, REQUIRED_WORDS);
    const groups = new Set(this.#collections.map(({ group }) => group));
    // Where documents with fewer words do not count, nothing is read of a group that has fewer.
    const onlyRequired = conditions.length === 0 && (this.#query.minimum ?? 0) >= required;
    const hasEnough = (group: MultiSegmentReader): boolean =>
      free.filter((word) => hasWord(word, (term) => group.hasTerm(term))).length >= required;
    for (const group of groups) {
      if (onlyRequired && !hasEnough(group)) {
        this.#matches.set(group, NO_MATCHES);
        continue;
      }
      const isScored =
        !onlyRequired ||
        !this.#pruning.skipsGroup(group, this.#collections, { words: free.length, minimumShouldMatch: required });
      const scoresAll = isScored && (required <= 1 || group === this.#index.codeGroup);
      this.#matches.set(
        group,
        scoresAll
          ? matchGroup(this.#scratch, group, words)
          : matchAtLeast(this.#scratch, group, words, free, required, isScored),
      );
    }
    const freeBits = 2 ** free.length - 1;
    if ([...this.#matches.values()].some((match) => maxMatchedTerms(match, freeBits, required) >= required))
      return required;
    if (onlyRequired) return 0;
    for (const group of groups) this.#matches.set(group, matchGroup(this.#scratch, group, words));
    return Math.max(0, ...[...this.#matches.values()].map((match) => maxMatchedTerms(match, freeBits, required)));
  }

  /** The result that the query names exactly, if it passes the query's other filters. */
  exact(isWanted: (kind: SearchResult["kind"]) => boolean): Hit[] {
    const facets = facetsOfQuery(this.#query);
    const hits = exactHits(this.#index, this.#plan.name).flatMap((hit) => {
      const collection = this.#collections.find(({ kind, group, membership }) =>
        hit.kind === "code"
          ? group === this.#index.codeGroup && membership?.[hit.documentRef.member]?.[hit.documentRef.document] === 1
          : kind === hit.kind,
      );
      return collection && isWanted(collection.kind) ? [{ ...hit, collection }] : [];
    });
    const passing = new Set<ExactHit>();
    for (const [collection, named] of Map.groupBy(hits, (hit) => hit.collection)) {
      const fails = facetFilter(collection, facets);
      const inFacets = named.filter(
        ({ documentRef }) => (fails?.(documentRef.member, documentRef.document) ?? 0) === 0,
      );
      for (const hit of fulfilling(collection, this.#plan.conditions, this.#context, inFacets)) passing.add(hit);
    }
    return hits.flatMap((hit) => {
      const { collection, documentRef, exact, line } = hit;
      return passing.has(hit) ? [{ collection, documentRef, score: 0, exact, line, parts: [] }] : [];
    });
  }

  /** Values of filters that nothing in the project has. */
  unknownValues(): SearchAnswer["mistakes"] {
    return filtersOf(this.#plan).flatMap((node) => {
      const { isKnown, nearest } = nearestValue(node, this.#collections, this.#context);
      if (isKnown) return [];
      const { at, end, name } = node;
      const fix = nearest === null ? null : printFilter(name, nearest);
      return [worded({ code: "unknownValue", at, end, found: this.#plan.text.slice(at, end), fix })];
    });
  }
}

/** How many of the free words a document should have: all of up to three, a share of more. */
const requiredWords = (words: number, share: number): number => (words <= 3 ? words : Math.ceil(words * share));

/** The most words that a document has, or `enough` as soon as one has that many. */
function maxMatchedTerms({ bits, touched }: GroupMatches, freeBits: number, enough: number): number {
  let maximum = 0;
  for (const [member, { list, count }] of touched.entries()) {
    const column = bits[member];
    for (let at = 0; column && at < count && maximum < enough; at++)
      maximum = Math.max(maximum, countBits((column[list[at] ?? 0] ?? 0) & freeBits));
  }
  return maximum;
}

/** Only filters, and nothing that a text must have. */
function hasOnlyFilters(condition: Condition): boolean {
  if (condition.kind === "not") return hasOnlyFilters(condition.child);
  if (condition.kind === "and" || condition.kind === "or") return condition.children.every(hasOnlyFilters);
  return condition.kind === "filter";
}

/** The filters at the top of a query. */
function filtersOf(plan: Plan): FilterNode[] {
  return plan.conditions.flatMap((condition) => (condition.kind === "filter" ? [condition.node] : []));
}

function facetsOfQuery(query: SearchRequest): ChosenFacets {
  const chosen = Object.fromEntries(FACET_NAMES.map((name) => [name, query[name] ?? []])) as Record<
    FacetName,
    string[]
  >;
  return { ...chosen, path: query.path ?? [] };
}
