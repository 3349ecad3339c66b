import type { SearchAnswer, SearchResult } from "../../../contract/search/search.ts";
import type { OpenedIndex } from "../../index/OpenedIndex.ts";
import { type Hit, type KindResults, type LocatedHit, blendResults } from "./scoring/blendResults.ts";
import type { LineRange } from "./collections/collection.ts";
import { explainEmptyResult } from "./results/explainEmptyResult.ts";
import { type FacetTally, facetsOf } from "./filters/facets.ts";
import { type Plan, planQuery } from "./query/plan.ts";
import { otherReadings, understand } from "./query/readings.ts";
import { type Scratch, withScratch } from "./scoring/ScratchPool.ts";
import { SearchRun } from "./SearchRun.ts";
import type { SearchRequest } from "./query/searchRequest.ts";
import { showHits } from "./results/showHits.ts";

/** The answer of the engine; the caller adds the freshness of the sources, and what of them is in no index. */
export type FoundAnswer = Omit<SearchAnswer, "sources" | "unsearched">;

const TEXT_BUDGET_MS = 400;
/** Time for the texts of each other reading of the query. */
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
    const { total, exact, isCapped } = findHits(scratch, index, { ...query, q, limit: 1, budgetMs: READING_BUDGET_MS });
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
  readonly resultsByKind: readonly KindResults[];
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
  const run = new SearchRun(scratch, index, query, plan, startedAt + (query.budgetMs ?? TEXT_BUDGET_MS));
  const limit = query.limit ?? 20;
  const isWanted = (kind: SearchResult["kind"]): boolean => !query.kind?.length || query.kind.includes(kind);

  const kinds = new Map<string, number>();
  const tallies: FacetTally[] = [];
  const resultsByKind: KindResults[] = [];
  let total = 0;
  let filteredOut = 0;
  let isCapped = false;
  const texts = { searched: 0, of: 0 };
  const exact = run.exact(isWanted);
  // What is named exactly may be among the best of its kind too, where it is left out.
  for (const { selection, ...kindHits } of run.selectAll(limit + exact.length)) {
    const { kind } = kindHits.collection;
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
    resultsByKind.push({ ...kindHits, hits: selection.hits });
  }
  return { run, plan, resultsByKind, exact, kinds, tallies, total, filteredOut, isCapped, texts };
}

/** Finds, counts and orders the matches of a query. */
export function rankHits(index: OpenedIndex, query: SearchRequest, plan?: Plan): RankedHits {
  return withScratch((scratch) => {
    const { run: _, ...ranked } = rankHitsIn(scratch, index, query, plan);
    return ranked;
  });
}

function rankHitsIn(
  scratch: Scratch,
  index: OpenedIndex,
  query: SearchRequest,
  plan?: Plan,
): RankedHits & Pick<FoundHits, "run"> {
  const { resultsByKind, exact, ...rest } = findHits(scratch, index, query, plan);
  const hits = blendResults(resultsByKind, exact, query.limit ?? 20, query.tops).map((hit) => ({
    ...hit,
    range: linesOf(index, rest.run, hit),
  }));
  return { ...rest, hits };
}

/** The lines of the best function or section of a hit in a file; null where none is known. */
function linesOf(index: OpenedIndex, run: SearchRun, { collection, documentRef }: Hit): LineRange | null {
  if (collection.group !== index.codeGroup) return null;
  const chunk = (run.chunks?.bestOf[documentRef.member]?.[documentRef.document] ?? 0) - 1;
  const table = index.code[documentRef.member]?.symbols?.chunks;
  return chunk < 0 || !table ? null : { start: table.starts[chunk] ?? 1, end: table.ends[chunk] ?? 1 };
}
