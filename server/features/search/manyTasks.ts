/** What the steps of a search over many projects are given, and what they answer. */
import type { FastifyBaseLogger } from "fastify";
import type { FilterValue } from "../../../contract/filterValues.ts";
import type { SearchAnswer, SearchResult } from "../../../contract/search.ts";
import type { Principal } from "../../access/sessions.ts";
import type { ProjectStamp } from "../projects/projectState.ts";
import type { CompanyStatistics, CountedWords } from "../../engines/search/company/companyStatistics.ts";
import type { WordsInProject } from "../../engines/search/company/companyReadings.ts";
import type { FacetCounts } from "../../engines/search/filters/facets.ts";
import type { FilterValuesRequest } from "../../engines/search/filters/filterValues.ts";
import type { Plan } from "../../engines/search/query/plan.ts";
import type { SearchRequest } from "../../engines/search/query/searchRequest.ts";
import type { Floors } from "./CompanyScores.ts";

/** A list of projects, as plain data. */
export interface ProjectList {
  readonly projectIds: readonly string[];
  /** The projects whose indexes may be opened; null: all. */
  readonly mayOpen: readonly string[] | null;
  /** Which index each of them has, where one search asks for it once. */
  readonly states?: ReadonlyMap<string, ProjectStamp>;
}

/** A query with its facets. */
export type CompanyQuery = Pick<
  SearchRequest,
  "q" | "kind" | "path" | "repository" | "language" | "folder" | "state" | "author" | "label"
>;

/** A query over a list of projects. */
export interface ManyProjects extends ProjectList {
  readonly query: CompanyQuery;
}

export interface TermsGiven extends ManyProjects {
  /** Words that some project has as they are written: they are read as no others. */
  readonly known: ReadonlySet<string>;
}

export interface SurveyGiven extends TermsGiven {
  /** Results of each project that count. */
  readonly limit: number;
  /** Null: those of each project, which are right for one. */
  readonly statistics: CompanyStatistics | null;
  /** Scores of other projects; null: results are only counted. */
  readonly floors: Floors | null;
  /** Projects with fewer words than a document of another one has: they have no results but what the query names exactly. */
  readonly onlyExact: ReadonlySet<string>;
}

export interface ShowGiven extends SurveyGiven {
  /** The best score of each collection over all projects. */
  readonly tops: ReadonlyMap<string, number>;
}

/** Other queries of which only the results are counted. */
export interface CountGiven extends ProjectList {
  readonly queries: readonly CompanyQuery[];
  readonly known: ReadonlySet<string>;
}

/** The values of a filter. */
export interface ValuesGiven extends ProjectList, Pick<FilterValuesRequest, "filter" | "text" | "limit"> {}

/** How many results a project has for a query. */
export interface ProjectCount extends Pick<SearchAnswer, "total" | "total_capped"> {
  /** Words that each of its documents has at least. Scores are comparable between projects with the same number. */
  readonly minimumShouldMatch: number;
  /** Results that the query names exactly. */
  readonly exact: number;
}

/** The terms of a query in a project, and what it knows of the words. */
export interface ProjectTerms {
  readonly statistics: CompanyStatistics;
  readonly words: WordsInProject;
}

/** What a project has of the words of a query. */
export interface WordsOfProject extends Pick<CountedWords, "most" | "rarest"> {
  /** Of all projects of its task; in the answer of the last one, null in the others. Thousands of them are read by the main thread. */
  readonly ofTask: WordsOfTask | null;
}

interface WordsOfTask extends Pick<Plan, "mistakes"> {
  readonly statistics: CompanyStatistics;
  /** Words that one of them has. */
  readonly known: ReadonlySet<string>;
}

/** The facets of the projects of a task whose documents have the most words. */
export interface FacetsOfTask extends Pick<ProjectCount, "minimumShouldMatch"> {
  readonly counts: FacetCounts;
}

/** What a project has for a query, before any text is shown. */
export interface ProjectSurvey extends ProjectCount, Pick<SearchAnswer, "filtered_out" | "mistakes" | "partial"> {
  /** Of all projects of its task; in the answer of the last one, null in the others. */
  readonly facets: FacetsOfTask | null;
  /** The best scores of each collection, in descending order. */
  readonly scores: ReadonlyMap<string, Float64Array>;
  /** The weight of each of these collections next to the others. */
  readonly priors: ReadonlyMap<string, number>;
}

/** One answer per project of the list, in its order; null where an index is not open and may not be opened. */
export type PerProject<T> = readonly (readonly [projectId: string, answer: T | null])[];

/** The tasks by name. Each works through the list until its slice of time is up: the answer may have fewer entries, at least one. */
export interface ManyTasks {
  readonly countWords: { readonly given: ManyProjects; readonly one: WordsOfProject };
  readonly countTerms: { readonly given: TermsGiven; readonly one: ProjectTerms };
  readonly countQueries: { readonly given: CountGiven; readonly one: readonly ProjectCount[] };
  readonly valuesInProjects: { readonly given: ValuesGiven; readonly one: FilterValue[] };
  readonly surveyProjects: { readonly given: SurveyGiven; readonly one: ProjectSurvey };
  readonly showProjects: { readonly given: ShowGiven; readonly one: SearchResult[] };
}

/** Where the steps of a search over many projects run. */
export interface CompanySearcher {
  /** Projects of one place have their indexes open in the same thread. */
  readonly placeOf: (slug: string, user: Principal) => number;
  readonly run: <N extends keyof ManyTasks>(
    name: N,
    given: ManyTasks[N]["given"],
    options: {
      readonly user: Principal;
      readonly slug: string;
      readonly signal: AbortSignal;
      readonly log: FastifyBaseLogger;
    },
  ) => Promise<PerProject<ManyTasks[N]["one"]>>;
}
