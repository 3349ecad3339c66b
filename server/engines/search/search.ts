import type { z } from "zod";
import type { SearchAnswer, SearchQuery, SearchResult } from "../../../contract/search.ts";
import type { OpenedIndex } from "../../index/indexStore.ts";
import { type Collection, type Filters, type Place, collectionsOf, passes } from "./collections.ts";
import { type ExactHit, exactHits } from "./exact.ts";
import { FacetCounts } from "./facets.ts";
import { type GroupMatch, markGroup, matchGroup } from "./match.ts";
import { type QueryClause, parseQuery } from "./query.ts";
import { TokenMatcher, bestLine, lineAt, markWords } from "./snippets.ts";
import { type SearchWord, readWords } from "./words.ts";

/** The answer of the engine; the sources' freshness is added by who knows it. */
export type FoundAnswer = Omit<SearchAnswer, "sources">;

/** A parsed query of the contract; what is left out filters nothing. */
export type SearchRequest = Partial<z.output<typeof SearchQuery>> & { readonly q: string };

/** Texts that are read to verify phrases before counting stops. */
const MOST_VERIFIED = 2000;
/** Documents whose facets are counted. */
const MOST_COUNTED = 60_000;
/** From every kind that has hits, at least this many are in the answer. */
const LEAST_OF_A_KIND = 5;

interface Hit {
  readonly collection: Collection;
  readonly place: Place;
  score: number;
  exact: SearchResult["exact"];
  line: number | null;
}

/**
 * Searches files, issues and commits of a project. What the query names by its identity (a path, a file, a symbol, a key, a hash)
 * comes first; the rest is ranked by BM25F, a document with more of the query's words before one with fewer. Documents must hold
 * all words of a short query and most of a long one; only when nothing does, fewer are enough.
 */
export function search(index: OpenedIndex, query: SearchRequest): FoundAnswer {
  const startedAt = performance.now();
  const text = query.q;
  const limit = query.limit ?? 20;
  const filters = filtersOf(query);
  const kinds = query.kind ?? [];
  const clauses = parseQuery(text);
  const wanted = clauses.filter(({ isExcluded }) => !isExcluded);
  const { words, missing } = readWords(index, wanted);
  const phrases = wanted.filter(({ kind }) => kind === "phrase").map(({ text: phrase }) => normal(phrase));
  const collections = collectionsOf(index);
  const matches = collections.map((collection) => matchGroup(collection.group, words));
  const needed = wordsNeeded(words, collections, matches);

  const facets = new FacetCounts();
  const found = new Map<Collection, Hit[]>();
  let total = 0;
  let capped = false;
  let filteredOut = 0;
  collections.forEach((collection, at) => {
    const match = matches[at];
    if (!match || needed === 0) return;
    const selected = select(index, collection, match, needed, clauses, phrases);
    capped ||= selected.capped;
    const hits: Hit[] = [];
    for (const hit of selected.hits) {
      if (!passes(collection, hit.place, filters)) {
        filteredOut++;
        continue;
      }
      facets.addKind(collection.kind);
      if (kinds.length > 0 && !kinds.includes(collection.kind)) {
        filteredOut++;
        continue;
      }
      if (facets.counted < MOST_COUNTED) facets.add(collection.facets(hit.place));
      hits.push(hit);
    }
    total += hits.length;
    found.set(collection, topOf(hits, limit));
  });

  const exact = exactHits(index, text).flatMap((hit) => {
    const collection = collections.find(({ kind }) => kind === hit.kind);
    if (!collection || (kinds.length > 0 && !kinds.includes(hit.kind))) return [];
    return passes(collection, hit.place, filters) ? [exactHit(collection, hit)] : [];
  });
  const matcher = new TokenMatcher(words);
  const chosen = choose(found, exact, limit);
  // An exact hit that the words did not find (a hash, a path) is a result too.
  total = Math.max(total, chosen.length);
  return {
    took_ms: performance.now() - startedAt,
    total,
    total_capped: capped,
    facets: facets.done(),
    results: chosen.map((hit) => shown(hit, matcher, phrases)),
    missing,
    filtered_out: filteredOut,
  };
}

function filtersOf(query: SearchRequest): Filters {
  const { repository = [], path = [], language = [], folder = [], author = [], state = [], label = [] } = query;
  return { repository, path, language, folder, author, state, label };
}

const normal = (text: string): string => text.toLowerCase().replaceAll(/\s+/g, " ").trim();

/** How many words a document must have: all of up to three, three in five of more; fewer only if no document has that many. */
function wordsNeeded(
  words: readonly SearchWord[],
  collections: readonly Collection[],
  matches: readonly GroupMatch[],
): number {
  const required = words.filter(({ isStopWord }) => !isStopWord).length;
  const ideal = required <= 3 ? required : Math.ceil(required * 0.6);
  let most = 0;
  for (const [at] of collections.entries()) {
    for (const column of matches[at]?.covered ?? []) for (const count of column) if (count > most) most = count;
  }
  return Math.min(ideal, most);
}

/** The documents of a collection that satisfy words, phrases and exclusions, with their scores. */
function select(
  index: OpenedIndex,
  collection: Collection,
  { scores, covered }: GroupMatch,
  needed: number,
  clauses: readonly QueryClause[],
  phrases: readonly string[],
): { hits: Hit[]; capped: boolean } {
  const excluded = clauses.filter(({ isExcluded }) => isExcluded);
  const excludedPhrases = excluded.filter(({ kind }) => kind === "phrase").map(({ text }) => normal(text));
  const excludedWords = readWords(
    index,
    excluded.filter(({ kind }) => kind === "word"),
  ).words;
  const out = excludedWords.length > 0 ? markGroup(collection.group, excludedWords) : [];
  const hits: Hit[] = [];
  covered.forEach((column, member) => {
    for (let document = 0; document < column.length; document++) {
      const count = column[document] ?? 0;
      if (count < needed || count === 0 || (out[member]?.[document] ?? 0) > 0) continue;
      const place = { member, document };
      const score = (scores[member]?.[document] ?? 0) * (count / needed) * collection.standing(place);
      hits.push({ collection, place, score, exact: null, line: null });
    }
  });
  if (phrases.length === 0 && excludedPhrases.length === 0) return { hits, capped: false };
  hits.sort((a, b) => b.score - a.score);
  const verified = hits.slice(0, MOST_VERIFIED).filter(({ place }) => {
    const text = normal(collection.text(place));
    return phrases.every((phrase) => text.includes(phrase)) && !excludedPhrases.some((phrase) => text.includes(phrase));
  });
  return { hits: verified, capped: hits.length > MOST_VERIFIED };
}

/** The best `limit` hits, best first, without sorting the rest. */
function topOf(hits: readonly Hit[], limit: number): Hit[] {
  const best: Hit[] = [];
  for (const hit of hits) {
    if (best.length === limit && hit.score <= (best.at(-1)?.score ?? 0)) continue;
    let at = best.length;
    while (at > 0 && (best[at - 1]?.score ?? 0) < hit.score) at--;
    best.splice(at, 0, hit);
    if (best.length > limit) best.pop();
  }
  return best;
}

function exactHit(collection: Collection, { place, exact, line }: ExactHit): Hit {
  return { collection, place, score: 0, exact, line };
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
): SearchResult {
  const base = collection.present(place);
  const text = collection.text(place);
  const isCode = collection.kind === "code";
  if (line !== null) return { ...base, line, snippet: lineAt(text, line, matcher), score, exact };
  const best = bestLine(text, matcher, phrases);
  // A hit by its path alone has no line to show.
  return {
    ...base,
    line: isCode ? (best?.line ?? null) : null,
    snippet: best?.snippet ?? markWords(text.split("\n", 1)[0] ?? "", matcher),
    score,
    exact,
  };
}
