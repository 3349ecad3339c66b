import { z } from "zod";
import { RESULT_KINDS, SOURCE_KINDS, TEXT_LIMITS } from "./constants.ts";
import { Id, Segment, Timestamp, repeated } from "./fields.ts";
import { Facet } from "./issues.ts";
import { Sync } from "./projects.ts";

export const ResultKind = z.enum(RESULT_KINDS);
export type ResultKind = z.infer<typeof ResultKind>;

export const SearchQuery = z.object({
  q: z.string().max(TEXT_LIMITS.query).default(""),
  kind: repeated(ResultKind),
  repository: repeated(Id),
  path: repeated(z.string().max(1000)),
  language: repeated(z.string().max(60)),
  folder: repeated(z.string().max(1000)),
  state: repeated(z.string().max(60)),
  author: repeated(z.string().max(254)),
  label: repeated(z.string().max(200)),
  limit: z.coerce.number().int().min(1).max(100).default(20),
});
export type SearchQuery = z.input<typeof SearchQuery>;

/**
 * One hit. `exact` says which identity the query named, so that such a hit stands first: a path, a file name, a symbol, an
 * issue's key or a commit's hash. `line` is 1-based and, for code, the first line of the snippet's best match.
 */
export const SearchResult = z.object({
  kind: ResultKind,
  id: Id,
  title: z.string(),
  path: z.string().nullable(),
  url: z.string().nullable(),
  line: z.number().int().positive().nullable(),
  snippet: z.array(Segment),
  score: z.number(),
  exact: z.enum(["path", "file", "symbol", "key", "hash"]).nullable(),
  /** The source (repository, tracker or wiki) that holds it. */
  source: Id.nullable(),
  language: z.string().nullable(),
  state: z.string().nullable(),
  author: z.string().nullable(),
  updated_at: Timestamp.nullable(),
});
export type SearchResult = z.infer<typeof SearchResult>;

export const SearchFacets = z.object({
  kind: z.array(Facet),
  repository: z.array(Facet),
  language: z.array(Facet),
  folder: z.array(Facet),
  author: z.array(Facet),
  state: z.array(Facet),
  label: z.array(Facet),
});
export type SearchFacets = z.infer<typeof SearchFacets>;

/** How fresh each source's part of the index is; a source without a part is named too, with `ready` false. */
export const IndexedSource = z.object({
  id: Id,
  kind: z.enum(SOURCE_KINDS),
  name: z.string(),
  ready: z.boolean(),
  sync: Sync,
});
export type IndexedSource = z.infer<typeof IndexedSource>;

export const SearchAnswer = z.object({
  took_ms: z.number().nonnegative(),
  total: z.number().int().nonnegative(),
  /** True when counting stopped early: `total` is then a lower bound. */
  total_capped: z.boolean(),
  facets: SearchFacets,
  results: z.array(SearchResult),
  /** Words of the query that occur nowhere in the project, each with the nearest word that does, if there is one. */
  missing: z.array(z.object({ word: z.string(), suggestion: z.string().nullable() })),
  /** How many results the filters alone removed. */
  filtered_out: z.number().int().nonnegative(),
  sources: z.array(IndexedSource),
});
export type SearchAnswer = z.infer<typeof SearchAnswer>;
