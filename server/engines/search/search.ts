import type { SearchAnswer, SearchResult } from "../../../contract/search.ts";
import { printFilter } from "../../../contract/printFilter.ts";
import type { FilterNode } from "../../../contract/queryNodes.ts";
import type { OpenedIndex } from "../../index/OpenedIndex.ts";
import type { MultiSegmentReader } from "../../index/segment/MultiSegmentReader.ts";
import { checkpoint } from "../checkpoint.ts";
import { type ChunkMatches, matchChunks } from "./chunkMatch.ts";
import type { Collection, LineRange } from "./collection.ts";
import { collectionsOf } from "./collections.ts";
import { Conditions, fulfilling } from "./conditions.ts";
import { type ExactHit, exactHits } from "./exact.ts";
import { explainEmptyResult } from "./explainEmptyResult.ts";
import { type FacetTally, facetsOf } from "./facets.ts";
import { type ChosenFacets, facetFilter } from "./facetFilter.ts";
import { type FilterContext, filterContextOf, nearestValue } from "./filterPredicates.ts";
import { type KindResults, type Hit, blendResults, type LocatedHit } from "./blendResults.ts";
import { type GroupMatches, MAX_MATCH_BITS, countBits, matchGroup, matchAtLeast } from "./match.ts";
import { type Condition, type Plan, planQuery, worded } from "./plan.ts";
import { otherReadings, understand } from "./readings.ts";
import { createScoring } from "./scoring.ts";
import { type Scratch, withScratch } from "./ScratchPool.ts";
import type { SearchRequest } from "./searchRequest.ts";
import { type Selection, candidatesOf, select } from "./select.ts";
import { showHits } from "./showHits.ts";
import type { SearchTerm } from "./queryTerms.ts";

/** The answer of the engine; the caller adds the freshness of the sources. */
export type FoundAnswer = Omit<SearchAnswer, "sources">;

const TEXT_BUDGET_MS = 400;
/** Of each other reading of the query. */
const READING_BUDGET_MS = 50;

/**
 * Searches code, symbols, issues, documents, commits and people of a project. What the query names by its identity (a path, a file, a
 * symbol, a key, a hash) comes first; the rest is ranked by BM25F, more the more of the query's words a document has. Documents must
 * hold all words of a short query and some of a sentence; only when nothing does, fewer are enough. Phrases, alternatives, regular
 * expressions and filters are conditions: they are fulfilled or not.
 */
export function search(index: OpenedIndex, query: SearchRequest): FoundAnswer {
  const startedAt = performance.now();
  const understood = understand(index, query.q);
  const answer = withScratch((scratch) => answerOf(scratch, index, query, understood));
  const readings = otherReadings(query.q, understood)
    .map((reading) => ({ ...reading, ...countOf(index, query, reading.q) }))
    .filter(({ code, total }) => code !== "inside" || total > 0);
  return { ...answer, readings, took_ms: performance.now() - startedAt };
}

/** What a search has found, without other readings of its query. */
function answerOf(
  scratch: Scratch,
  index: OpenedIndex,
  query: SearchRequest,
  understood: ReturnType<typeof understand>,
): Omit<FoundAnswer, "readings" | "took_ms"> {
  const ranked = rankHitsIn(scratch, index, query, understood.plan);
  const { run, plan, kinds, tallies, total, texts } = ranked;
  const results = showHits(ranked.hits, plan);
  const isNothing = results.length === 0;
  return {
    // An exact hit that the words did not find (a hash, a path) is a result too.
    total: Math.max(total, results.length),
    total_capped: ranked.isCapped,
    facets: facetsOf(tallies, kinds),
    results,
    missing: plan.missing.map(({ word, suggestion }) => ({ word, suggestion })),
    filtered_out: ranked.filteredOut,
    filtered_by: isNothing ? explainEmptyResult(query, plan, (changed, rest) => run.count(changed, rest)) : [],
    mistakes: [...plan.mistakes, ...(isNothing ? run.unknownValues() : [])],
    partial: texts.searched < texts.of ? texts : null,
    reinterpreted: [...understood.reinterpreted],
  };
}

/** Number of results of another reading of a query. */
function countOf(
  index: OpenedIndex,
  query: SearchRequest,
  q: string,
): Pick<SearchAnswer["readings"][number], "total" | "total_capped"> {
  return withScratch((scratch) => {
    const { total, exact, isCapped } = findHits(scratch, index, { ...query, q, limit: 1, budget: READING_BUDGET_MS });
    return { total: Math.max(total, exact.length), total_capped: isCapped };
  });
}

/** What a search has found, before its lines are read. */
export interface RankedHits {
  readonly plan: Plan;
  /** In their order, except for hits with several words in one line, which move up. */
  readonly hits: readonly LocatedHit[];
  readonly kinds: ReadonlyMap<string, number>;
  readonly tallies: readonly FacetTally[];
  readonly total: number;
  readonly filteredOut: number;
  readonly isCapped: boolean;
  readonly texts: { readonly searched: number; readonly of: number };
}

/** What a search has found of each kind, before the kinds are put in one order. It refers to the memory of its search. */
export interface FoundHits extends Omit<RankedHits, "hits"> {
  readonly run: SearchRun;
  readonly found: readonly KindResults[];
  readonly exact: readonly Hit[];
}

/** Finds and counts the matches of a query. @param scratch owns the memory of what is returned */
export function findHits(
  scratch: Scratch,
  index: OpenedIndex,
  query: SearchRequest,
  plan: Plan = planQuery(index, query.q),
): FoundHits {
  const startedAt = performance.now();
  const run = new SearchRun(scratch, index, query, plan, startedAt + (query.budget ?? TEXT_BUDGET_MS));
  const limit = query.limit ?? 20;
  const isWanted = (kind: SearchResult["kind"]): boolean => !query.kind?.length || query.kind.includes(kind);

  const kinds = new Map<string, number>();
  const tallies: FacetTally[] = [];
  const found: KindResults[] = [];
  let total = 0;
  let filteredOut = 0;
  let isCapped = false;
  const texts = { searched: 0, of: 0 };
  for (const { selection, ...one } of run.selectAll(limit)) {
    const { kind } = one.collection;
    filteredOut += selection.filteredOut;
    isCapped ||= selection.isCapped;
    texts.searched += selection.texts.searched;
    texts.of += selection.texts.of;
    // Kinds are counted as if none were chosen, so that the others can be switched to.
    if (selection.total > 0) kinds.set(kind, (kinds.get(kind) ?? 0) + selection.total);
    if (!isWanted(kind)) {
      filteredOut += selection.total;
      continue;
    }
    total += selection.total;
    tallies.push(selection.tally);
    found.push({ ...one, hits: selection.hits });
  }
  return { run, plan, found, exact: run.exact(isWanted), kinds, tallies, total, filteredOut, isCapped, texts };
}

/** Finds, counts and orders the matches of a query. */
export function rankHits(index: OpenedIndex, query: SearchRequest): RankedHits {
  return withScratch((scratch) => {
    const { run: _, ...ranked } = rankHitsIn(scratch, index, query);
    return ranked;
  });
}

function rankHitsIn(
  scratch: Scratch,
  index: OpenedIndex,
  query: SearchRequest,
  plan?: Plan,
): RankedHits & Pick<FoundHits, "run"> {
  const { found, exact, ...rest } = findHits(scratch, index, query, plan);
  const hits = blendResults(found, exact, query.limit ?? 20, query.tops).map((hit) => ({
    ...hit,
    range: linesOf(index, rest.run.chunks, hit),
  }));
  return { ...rest, hits };
}

/** The lines of the best function or section of a hit in a file; null where none is known. */
function linesOf(index: OpenedIndex, chunks: ChunkMatches | null, { collection, place }: Hit): LineRange | null {
  if (collection.group !== index.codeGroup) return null;
  const chunk = chunks?.bestOf[place.member]?.[place.document] ?? -1;
  const table = index.code[place.member]?.symbols?.chunks;
  return chunk < 0 || !table ? null : { start: table.starts[chunk] ?? 1, end: table.ends[chunk] ?? 1 };
}

/** One search over one index: what is computed once and used by several steps. */
class SearchRun {
  readonly chunks: ChunkMatches | null;
  readonly #scratch: Scratch;
  readonly #index: OpenedIndex;
  readonly #query: SearchRequest;
  readonly #plan: Plan;
  readonly #deadline: number;
  readonly #collections: readonly Collection[];
  readonly #context: FilterContext;
  readonly #matches = new Map<MultiSegmentReader, GroupMatches>();
  /** The free words: how many there are, their bits, and how many of them a document must have. */
  readonly #free: { readonly contentTerms: number; readonly freeBits: number; readonly minimumShouldMatch: number };

  constructor(scratch: Scratch, index: OpenedIndex, query: SearchRequest, plan: Plan, deadline: number) {
    this.#scratch = scratch;
    this.#index = index;
    this.#query = query;
    this.#plan = plan;
    this.#deadline = deadline;
    this.#context = filterContextOf(index, query);
    this.#collections = collectionsOf(index, query.people);
    const contentTerms = plan.words.slice(0, plan.free).filter(({ isStopWord }) => !isStopWord);
    const freeBits = 2 ** Math.min(contentTerms.length, MAX_MATCH_BITS) - 1;
    this.#free = {
      contentTerms: contentTerms.length,
      freeBits,
      minimumShouldMatch: this.#match(contentTerms.slice(0, MAX_MATCH_BITS)),
    };
    this.chunks = this.#matchChunks();
  }

  /** Functions are looked at in files that can be hits; where words are few that saves most of the work. */
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
    return this.#free.minimumShouldMatch < idealOf(Math.min(this.#free.contentTerms, MAX_MATCH_BITS));
  }

  /** What each kind has for the query. */
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
    // Punctuation alone is no term, and a document that passes a filter does not match words that it lacks.
    if (
      minimumShouldMatch === 0 &&
      (contentTerms === 0 ? plan.conditions.length === 0 : plan.conditions.every(hasOnlyFilters))
    )
      return [];
    return this.#collections.flatMap((collection) => {
      checkpoint();
      const match = this.#matches.get(collection.group);
      if (!match) return [];
      const minimumInKind = collection.isName
        ? Math.max(minimumShouldMatch, Math.ceil(contentTerms * (contentTerms <= 3 ? 1 : 0.6)))
        : minimumShouldMatch;
      const candidates = candidatesOf(collection, match, freeBits, minimumInKind);
      const conditions = new Conditions(collection, plan.conditions, this.#context, candidates);
      const scoring = createScoring(this.#index, collection, match, this.chunks, minimumShouldMatch);
      const selection = select(collection, match, {
        candidates,
        conditions,
        freeBits,
        fails: facetFilter(collection, facetsOfQuery(query)),
        score: scoring.score,
        limit,
        deadline: this.#deadline,
      });
      return [{ collection, scoring, freeBits, match, selection }];
    });
  }

  /**
   * Matches all groups and returns how many of the words in `free` a document must have: fewer than it should only if no document has that
   * many. What has fewer is left out where it does not count; with the best of all files functions are compared.
   */
  #match(free: readonly SearchTerm[]): number {
    const { words } = this.#plan;
    const ideal = idealOf(free.length);
    const groups = new Set(this.#collections.map(({ group }) => group));
    for (const group of groups) {
      const isWhole = ideal <= 1 || group === this.#index.codeGroup;
      this.#matches.set(
        group,
        isWhole ? matchGroup(this.#scratch, group, words) : matchAtLeast(this.#scratch, group, words, free, ideal),
      );
    }
    const freeBits = 2 ** free.length - 1;
    if ([...this.#matches.values()].some((match) => maxMatchedTerms(match, freeBits, ideal) >= ideal)) return ideal;
    for (const group of groups) this.#matches.set(group, matchGroup(this.#scratch, group, words));
    return Math.max(0, ...[...this.#matches.values()].map((match) => maxMatchedTerms(match, freeBits, ideal)));
  }

  /** The result that the query names exactly, if it passes the query's other filters. */
  exact(isWanted: (kind: SearchResult["kind"]) => boolean): Hit[] {
    const facets = facetsOfQuery(this.#query);
    const hits = exactHits(this.#index, this.#plan.name).flatMap((hit) => {
      const collection = this.#collections.find(({ kind, group, membership }) =>
        hit.kind === "code"
          ? group === this.#index.codeGroup && membership?.[hit.place.member]?.[hit.place.document] === 1
          : kind === hit.kind,
      );
      return collection && isWanted(collection.kind) ? [{ ...hit, collection }] : [];
    });
    const passing = new Set<ExactHit>();
    for (const [collection, named] of Map.groupBy(hits, (hit) => hit.collection)) {
      const fails = facetFilter(collection, facets);
      const inFacets = named.filter(({ place }) => (fails?.(place.member, place.document) ?? 0) === 0);
      for (const hit of fulfilling(collection, this.#plan.conditions, this.#context, inFacets)) passing.add(hit);
    }
    return hits.flatMap((hit) => {
      const { collection, place, exact, line } = hit;
      return passing.has(hit) ? [{ collection, place, score: 0, exact, line, parts: [] }] : [];
    });
  }

  /** Values of filters that nothing in the project has. */
  unknownValues(): FoundAnswer["mistakes"] {
    return filtersOf(this.#plan).flatMap((node) => {
      const { isKnown, nearest } = nearestValue(node, this.#collections, this.#context);
      if (isKnown) return [];
      const { at, end, name } = node;
      const fix = nearest === null ? null : printFilter(name, nearest);
      return [worded({ code: "unknownValue", at, end, found: this.#plan.text.slice(at, end), fix })];
    });
  }
}

/** How many of the free words a document should have: all of up to three, two in five of more. */
const idealOf = (words: number): number => (words <= 3 ? words : Math.ceil(words * 0.4));

/** The most words that a document has, or `enough` as soon as one has that many. */
function maxMatchedTerms({ bits, touched }: GroupMatches, freeBits: number, enough: number): number {
  let most = 0;
  for (const [member, { list, count }] of touched.entries()) {
    const column = bits[member];
    for (let at = 0; column && at < count && most < enough; at++)
      most = Math.max(most, countBits((column[list[at] ?? 0] ?? 0) & freeBits));
  }
  return most;
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
  const { repository = [], path = [], language = [], folder = [], author = [], state = [], label = [] } = query;
  return { repository, path, language, folder, author, state, label };
}
