import type { z } from "zod";
import type { SearchAnswer, SearchQuery, SearchResult } from "../../../contract/search.ts";
import type { OpenedIndex } from "../../index/indexStore.ts";
import { type Collection, type LineRange, type Place, collectionsOf } from "./collections.ts";
import { exactHits } from "./exact.ts";
import { type FacetTally, facetsOf } from "./facets.ts";
import { type Filters, filterOf } from "./filters.ts";
import { addChunkScores } from "./chunkMatch.ts";
import { type GroupMatch, matchGroup } from "./match.ts";
import { parseQuery } from "./query.ts";
import { normalText, select } from "./select.ts";
import { TokenMatcher, bestLine, markWords } from "./snippets.ts";
import { type SearchWord, readWords } from "./words.ts";

/** The answer of the engine; the sources' freshness is added by who knows it. */
export type FoundAnswer = Omit<SearchAnswer, "sources">;

/** A parsed query of the contract; what is left out filters nothing. */
export type SearchRequest = Partial<z.output<typeof SearchQuery>> & { readonly q: string };

/** From every kind that has hits, at least this many are in the answer. */
const LEAST_OF_A_KIND = 5;

interface Hit {
  readonly collection: Collection;
  readonly place: Place;
  readonly score: number;
  readonly exact: SearchResult["exact"];
  readonly line: number | null;
}

/**
 * Searches files, issues and commits of a project. What the query names by its identity (a path, a file, a symbol, a key, a hash)
 * comes first; the rest is ranked by BM25F, more the more of the query's words a document has. Documents must hold
 * all words of a short query and some of a sentence; only when nothing does, fewer are enough.
 */
export function search(index: OpenedIndex, query: SearchRequest): FoundAnswer {
  const startedAt = performance.now();
  const limit = query.limit ?? 20;
  const filters = filtersOf(query);
  const isWanted = (kind: SearchResult["kind"]): boolean => !query.kind?.length || query.kind.includes(kind);
  const clauses = parseQuery(query.q);
  const wanted = clauses.filter(({ isExcluded }) => !isExcluded);
  const { words, missing } = readWords(index, wanted);
  const phrases = wanted.filter(({ kind }) => kind === "phrase").map(({ text }) => normalText(text));
  const excluded = clauses.filter(({ isExcluded }) => isExcluded);
  const collections = collectionsOf(index);
  const matches = collections.map((collection) => matchGroup(collection.group, words));
  const needed = wordsNeeded(words, matches);
  const codeMatch = matches[collections.findIndex(({ kind }) => kind === "code")];
  const bestChunks = codeMatch ? addChunkScores(index, words, codeMatch) : [];

  const tallies: FacetTally[] = [];
  const kinds = new Map<string, number>();
  const found = new Map<Collection, readonly Hit[]>();
  let total = 0;
  let filteredOut = 0;
  let isCapped = false;
  collections.forEach((collection, at) => {
    const match = matches[at];
    if (!match || needed === 0) return;
    const passes = filterOf(collection, filters);
    const selection = select(index, collection, match, { needed, phrases, excluded, passes, limit });
    filteredOut += selection.filteredOut;
    isCapped ||= selection.isCapped;
    // Kinds are counted as if none were chosen, so that the others can be switched to.
    if (selection.total > 0) kinds.set(collection.kind, selection.total);
    if (!isWanted(collection.kind)) {
      filteredOut += selection.total;
      return;
    }
    total += selection.total;
    tallies.push(selection.tally);
    found.set(
      collection,
      selection.hits.map((hit) => ({ ...hit, collection, exact: null, line: null })),
    );
  });

  const chosen = choose(found, exactOf(index, query.q, collections, filters, isWanted), limit);
  const matcher = new TokenMatcher(words);
  const results = chosen.map((hit) => shown(hit, matcher, phrases, linesOf(index, bestChunks, hit)));
  return {
    took_ms: performance.now() - startedAt,
    // An exact hit that the words did not find (a hash, a path) is a result too.
    total: Math.max(total, results.length),
    total_capped: isCapped,
    facets: facetsOf(tallies, kinds),
    results,
    missing,
    filtered_out: filteredOut,
  };
}

function exactOf(
  index: OpenedIndex,
  text: string,
  collections: readonly Collection[],
  filters: Filters,
  isWanted: (kind: SearchResult["kind"]) => boolean,
): Hit[] {
  return exactHits(index, text).flatMap((hit) => {
    const collection = collections.find(({ kind }) => kind === hit.kind);
    if (!collection || !isWanted(hit.kind) || filterOf(collection, filters)?.(hit.place) === false) return [];
    return [{ collection, place: hit.place, score: 0, exact: hit.exact, line: hit.line }];
  });
}

function filtersOf(query: SearchRequest): Filters {
  const { repository = [], path = [], language = [], folder = [], author = [], state = [], label = [] } = query;
  return { repository, path, language, folder, author, state, label };
}

/** The lines of the best function or section of a hit in code; null where none is known. */
function linesOf(index: OpenedIndex, bestChunks: readonly Int32Array[], { collection, place }: Hit): LineRange | null {
  const chunk = collection.kind === "code" ? (bestChunks[place.member]?.[place.document] ?? -1) : -1;
  const chunks = index.code[place.member]?.symbols?.chunks;
  return chunk < 0 || !chunks ? null : { start: chunks.starts[chunk] ?? 1, end: chunks.ends[chunk] ?? 1 };
}

/** How many words a document must have: all of up to three, two in five of more; fewer only if no document has that many. */
function wordsNeeded(words: readonly SearchWord[], matches: readonly GroupMatch[]): number {
  const required = words.filter(({ isStopWord }) => !isStopWord).length;
  const ideal = required <= 3 ? required : Math.ceil(required * 0.4);
  return Math.min(ideal, Math.max(0, ...matches.map(({ most }) => most)));
}

const identity = ({ collection, place }: Hit): string => `${collection.kind}:${place.member}:${place.document}`;

/** Exact hits first, then the kinds side by side: scores are made comparable, and no kind crowds the others out. */
function choose(found: ReadonlyMap<Collection, readonly Hit[]>, exact: readonly Hit[], limit: number): Hit[] {
  const first: Hit[] = [];
  const taken = new Set<string>();
  for (const hit of exact) {
    if (taken.has(identity(hit))) continue;
    taken.add(identity(hit));
    first.push({ ...hit, score: 2 });
  }
  const certain: Hit[] = [];
  const others: Hit[] = [];
  for (const [collection, hits] of found) {
    const most = Math.max(1e-9, hits[0]?.score ?? 0);
    const rest = hits
      .filter((hit) => !taken.has(identity(hit)))
      .map((hit) => ({ ...hit, score: (collection.prior * hit.score) / most }));
    certain.push(...rest.slice(0, LEAST_OF_A_KIND));
    others.push(...rest.slice(LEAST_OF_A_KIND));
  }
  others.sort((a, b) => b.score - a.score);
  const room = Math.max(0, limit - first.length - certain.length);
  const ranked = [...certain, ...others.slice(0, room)].sort((a, b) => b.score - a.score);
  return [...first, ...ranked].slice(0, limit);
}

function shown(
  { collection, place, score, exact, line }: Hit,
  matcher: TokenMatcher,
  phrases: readonly string[],
  range: LineRange | null,
): SearchResult {
  const base = collection.present(place);
  if (line !== null) {
    const snippet = markWords(collection.lines(place, { start: line, end: line }), matcher);
    return { ...base, line, snippet, score, exact };
  }
  if (range && phrases.length === 0) {
    const inside = bestLine(collection.lines(place, range), matcher, phrases);
    if (inside) return { ...base, line: inside.line + range.start - 1, snippet: inside.snippet, score, exact };
  }
  const text = collection.text(place);
  const best = bestLine(text, matcher, phrases);
  const snippet = best?.snippet ?? markWords(text.split("\n", 1)[0] ?? "", matcher);
  // A hit by its path alone has no line to show.
  return { ...base, line: collection.kind === "code" ? (best?.line ?? null) : null, snippet, score, exact };
}
