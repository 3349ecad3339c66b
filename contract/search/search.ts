import { z } from "zod";
import { MAX_COUNTED_FILES, RESULT_KINDS, type SEARCH_FACETS, SOURCE_KINDS, TEXT_LIMITS } from "../constants.ts";
import { Id, Segment, Slug, SourcePath, Timestamp, repeated } from "../fieldSchemas.ts";
import { Facet } from "../issues/issues.ts";
import { Sync } from "../projects.ts";
import type { ISSUE_FACETS } from "../query/issueFacets.ts";
import { MISTAKE_CODES } from "../query/queryNodes.ts";

export const ResultKind = z.enum(RESULT_KINDS);
export type ResultKind = z.infer<typeof ResultKind>;

/** The same schema for each facet of what trackers know of an issue. */
const ofEachIssueFacet = <Schema extends z.ZodType>(schema: Schema): Record<(typeof ISSUE_FACETS)[number], Schema> => ({
  status: schema,
  type: schema,
  priority: schema,
  component: schema,
  milestone: schema,
  version: schema,
  sprint: schema,
  resolution: schema,
  field: schema,
});

/** A value of each facet of a search. */
export const FacetValue = {
  kind: ResultKind,
  repository: Id,
  language: z.string().max(60),
  folder: SourcePath,
  state: z.string().max(60),
  author: z.string().max(254),
  label: z.string().max(200),
  ...ofEachIssueFacet(z.string().max(200)),
} satisfies Record<(typeof SEARCH_FACETS)[number], z.ZodType>;

/**
 * Files of a repository that no regular expression is matched against: larger than an indexed text may be, beyond the limits of a
 * repository, or unreadable in its copy. Binary files and those that its ignore file names are not counted.
 */
export const UnsearchedFiles = z.object({
  source: Id,
  repository: z.string(),
  large: z.number().int().nonnegative(),
  over_limit: z.number().int().nonnegative(),
  unreadable: z.number().int().nonnegative(),
});
export type UnsearchedFiles = z.infer<typeof UnsearchedFiles>;

export const SearchQuery = z.object({
  q: z.string().max(TEXT_LIMITS.query).default(""),
  path: repeated(SourcePath),
  kind: repeated(FacetValue.kind),
  repository: repeated(FacetValue.repository),
  language: repeated(FacetValue.language),
  folder: repeated(FacetValue.folder),
  state: repeated(FacetValue.state),
  author: repeated(FacetValue.author),
  label: repeated(FacetValue.label),
  ...ofEachIssueFacet(repeated(z.string().max(200))),
  limit: z.coerce.number().int().min(1).max(100).default(20),
});

/** The search whose best results are exported. */
export const SearchExportQuery = SearchQuery.omit({ limit: true });

/** Parts of a score, in the order of their computation: the points sum to the score. */
const SCORE_PARTS = ["exact", "words", "part", "coverage", "proximity", "recency", "kind"] as const;
export const ScorePart = z.object({ code: z.enum(SCORE_PARTS), points: z.number() });
export type ScorePart = z.infer<typeof ScorePart>;

/**
 * One result. `exact` says which identity the query named, so that such a result ranks first: a path, a file name, a symbol, an issue's
 * key, a commit's hash or a person's name. `line` is 1-based and, for code, the first line of the snippet's best match.
 */
export const SearchResult = z.object({
  kind: ResultKind,
  id: Id,
  title: z.string(),
  path: z.string().nullable(),
  /** The page at its host of an issue, a request or a page of a wiki; null for everything else. */
  url: z.string().nullable(),
  line: z.number().int().positive().nullable(),
  snippet: z.array(Segment),
  score: z.number(),
  /** Explanation of the rank: the points of the parts sum to `score`. */
  parts: z.array(ScorePart),
  exact: z.enum(["path", "file", "symbol", "key", "hash", "name"]).nullable(),
  /** The source (repository, tracker or wiki) that holds it. */
  source: Id.nullable(),
  language: z.string().nullable(),
  state: z.string().nullable(),
  /** The author, as the facet names them: the person, for any of their identities. */
  author: z.string().nullable(),
  /** An id of that person, for the address of their page; null for a name that belongs to no person of the project. */
  author_id: z.string().nullable(),
  updated_at: Timestamp.nullable(),
  /** The kind of a symbol and its container; null for everything else. */
  symbol: z.object({ kind: z.string(), container: z.string().nullable() }).nullable(),
  /** The first line of a symbol's documentation; null where it has none, and for everything else. */
  doc: z.string().nullable(),
  /** The hash of a commit; of a file, where the query names a branch or a tag, of its commit there. Null for everything else. */
  hash: z.string().nullable(),
  /** How the address of the page of an issue or a request names it; null for everything else. */
  address: z.string().nullable(),
  /**
   * Two lines of the file before and after `line`, without their common indentation; null where a result is not in a file. `indent` is what
   * the snippet's line, which has no indentation, had beyond the common one.
   */
  context: z.object({ before: z.array(z.string()), after: z.array(z.string()), indent: z.string() }).nullable(),
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
  ...ofEachIssueFacet(z.array(Facet)),
});
export type SearchFacets = z.infer<typeof SearchFacets>;

/** Freshness of each source's part of the index; a source that is not indexed is included with `ready` false. */
export const IndexedSource = z.object({
  id: Id,
  kind: z.enum(SOURCE_KINDS),
  name: z.string(),
  ready: z.boolean(),
  sync: Sync,
});
export type IndexedSource = z.infer<typeof IndexedSource>;

/** A mistake in the query: offsets into `q` (the column is `at` + 1), a message, and a replacement. */
export const SearchMistake = z.object({
  code: z.enum(MISTAKE_CODES),
  at: z.number().int().nonnegative(),
  end: z.number().int().nonnegative(),
  found: z.string(),
  fix: z.string().nullable(),
  detail: z.string(),
});
export type SearchMistake = z.infer<typeof SearchMistake>;

/** `spelling`: a near word. `beginning`: words that begin with it. `translation`: English words for a Turkish one. */
export const Reinterpretation = z.object({
  code: z.enum(["spelling", "beginning", "translation"]),
  word: z.string(),
  by: z.array(z.string()),
});
export type Reinterpretation = z.infer<typeof Reinterpretation>;

/**
 * `literal`: the words as written. `inside`: a word also inside longer words. `pattern`: a word as a regular expression. `fix`: the query
 * with its mistakes corrected.
 */
const READING_CODES = ["literal", "inside", "pattern", "fix"] as const;

export const SearchAnswer = z.object({
  took_ms: z.number().nonnegative(),
  total: z.number().int().nonnegative(),
  /** True when counting stopped early: `total` is then a lower bound. */
  total_capped: z.boolean(),
  facets: SearchFacets,
  results: z.array(SearchResult),
  /** Words of the query that occur nowhere in the project, each with the nearest word that does, if any. */
  missing: z.array(z.object({ word: z.string(), suggestion: z.string().nullable() })),
  /** Number of results that the filters alone removed. */
  filtered_out: z.number().int().nonnegative(),
  /** Only without results: each filter of the query or the facets, and the number of results without it. */
  filtered_by: z.array(
    z.object({ filter: z.string(), value: z.string(), at: z.number().int().nullable(), results: z.number().int() }),
  ),
  mistakes: z.array(SearchMistake),
  /** Words of the query that occur nowhere and were read as others, in the order of the query. */
  reinterpreted: z.array(Reinterpretation),
  /** Other readings of the query, each with its number of results under the same facets. */
  readings: z.array(
    z.object({
      code: z.enum(READING_CODES),
      q: z.string(),
      total: z.number().int().nonnegative(),
      total_capped: z.boolean(),
    }),
  ),
  /** Number of texts that a regular expression was matched against, where the time limit was reached before all of them; else null. */
  partial: z.object({ searched: z.number().int(), of: z.number().int() }).nullable(),
  /** Repositories with such files. Empty for a query without a regular expression. */
  unsearched: z.array(UnsearchedFiles),
  sources: z.array(IndexedSource),
});
export type SearchAnswer = z.infer<typeof SearchAnswer>;

/** All matching lines of one file of a repository. */
export const FileMatchesQuery = z.object({
  q: z.string().max(TEXT_LIMITS.query),
  source: Id,
  path: SourcePath,
});
export type FileMatchesQuery = z.input<typeof FileMatchesQuery>;

/** In the order of the file, each match with two lines around it; a gap in `number` is a gap in the file. */
export const FileMatches = z.object({
  /** Matching lines of the whole file. */
  total: z.number().int().nonnegative(),
  /** True where `lines` ends before the last match. */
  truncated: z.boolean(),
  lines: z.array(z.object({ number: z.number().int().positive(), matched: z.boolean(), segments: z.array(Segment) })),
});
export type FileMatches = z.infer<typeof FileMatches>;

/** Numbers of matching lines of several files, each named by the source and the path at the same place. */
export const MatchCountsQuery = z
  .object({
    project: Slug,
    q: z.string().max(TEXT_LIMITS.query),
    source: repeated(Id),
    path: repeated(SourcePath),
  })
  .refine(({ source, path }) => source.length === path.length && path.length <= MAX_COUNTED_FILES, {
    message: "field.format",
    path: ["path"],
  });

export const MatchCounts = z.object({
  /** In the order of the files; null where a file is too large to be counted, or all of them together are. */
  counts: z.array(z.number().int().nonnegative().nullable()),
});
export type MatchCounts = z.infer<typeof MatchCounts>;

/** The search over all projects of the caller, or over the named ones. */
export const SearchAllQuery = SearchQuery.extend({
  /** The projects that are searched; all when left out. */
  project: repeated(Slug),
  /** A facet: results of these projects only. Those of the others are counted. */
  in_project: repeated(Slug),
  /** `ready` searches only projects whose indexes are open, and the one in `first`: for search as the user types. */
  scope: z.enum(["all", "ready"]).default("all"),
  /** The project that is searched first, for example the one on the screen. */
  first: Slug.optional(),
});

/** The search over projects whose best results are exported. */
export const SearchAllExportQuery = SearchAllQuery.omit({ limit: true, scope: true, first: true });

/** Why a source has no index: it waits for its first sync or is being read, its sync failed, a quota leaves no room, or it is paused. */
const UNSEARCHABLE_REASONS = ["indexing", "failed", "quota", "paused"] as const;

/** What a search over projects says as that of one project does; counts of values are sums over the projects. */
export const SearchAllAnswer = SearchAnswer.omit({ results: true, sources: true, unsearched: true }).extend({
  /** Best first over all projects, each with the project that holds it. */
  results: z.array(SearchResult.extend({ project: z.object({ slug: Slug, name: z.string() }) })),
  /**
   * Every requested project with its number of results. `searched` is false where its index was not open and `scope` is `ready`, or where
   * the time limit was reached: the same query with these as `project` searches them.
   */
  projects: z.array(
    z.object({
      slug: Slug,
      name: z.string(),
      total: z.number().int().nonnegative(),
      total_capped: z.boolean(),
      searched: z.boolean(),
    }),
  ),
  /** Sources of the requested projects that have no index yet, so that what they hold is missing: the number of all, and the first of them. */
  unsearchable: z.object({
    total: z.number().int().nonnegative(),
    sources: z.array(
      z.object({
        id: Id,
        name: z.string(),
        project: z.object({ slug: Slug, name: z.string() }),
        reason: z.enum(UNSEARCHABLE_REASONS),
        /** What its sync reported last. */
        error: z.string().nullable(),
      }),
    ),
  }),
  /** Names of the sources of the results and of the facet of repositories. */
  sources: z.array(z.object({ id: Id, name: z.string() })),
});
export type SearchAllAnswer = z.infer<typeof SearchAllAnswer>;
