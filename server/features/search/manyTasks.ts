/** What the steps of a search over many projects are given, and what they answer. */
import type { FastifyBaseLogger } from "fastify";
import type { SearchFacetName } from "../../../contract/constants.ts";
import type { FilterValue } from "../../../contract/search/filterValues.ts";
import type { SearchAnswer, SearchResult } from "../../../contract/search/search.ts";
import type { Principal } from "../../access/sessions/sessions.ts";
import type { ProjectStamp } from "../../project/projectState.ts";
import type { CompanyStatistics, CountedWords } from "../../engines/search/company/companyStatistics.ts";
import type { WordsInProject } from "../../engines/search/company/companyReadings.ts";
import type { FacetCounts } from "../../engines/search/filters/facets.ts";
import type { FilterValuesRequest } from "../../engines/search/filters/filterValues.ts";
import type { Plan } from "../../engines/search/query/plan.ts";
import type { SearchRequest } from "../../engines/search/query/searchRequest.ts";
import type { SharedThresholds } from "./CompanyScores.ts";

/** A list of projects, as plain data. */
export interface ProjectList {
  readonly projectIds: readonly string[];
  /** Which index each of them has, where one search asks for it once. */
  readonly states?: ReadonlyMap<string, ProjectStamp>;
}

/** What every task is given. */
export interface OpeningInput {
  /** The projects whose indexes may be opened; null: all. */
  readonly mayOpen: readonly string[] | null;
}

/** A query with its facets. */
export type CompanyQuery = Pick<SearchRequest, "q" | "path" | SearchFacetName>;

/** A query over a list of projects. */
export interface QueryInput extends OpeningInput {
  readonly query: CompanyQuery;
}

export interface TermsInput extends QueryInput {
  /** Words that occur in some project as typed, so they are not corrected. */
  readonly known: ReadonlySet<string>;
}

export interface SurveyInput extends TermsInput {
  /** Results of each project that count. */
  readonly limit: number;
  /** Null: those of each project, which are right for one. */
  readonly statistics: CompanyStatistics | null;
  /** Scores of other projects; null: results are only counted. */
  readonly thresholds: SharedThresholds | null;
  /** Projects with fewer words than a document of another one has: they have no results but what the query names exactly. */
  readonly onlyExact: ReadonlySet<string>;
}

export interface ShowInput extends SurveyInput {
  /** The best score of each collection over all projects. */
  readonly tops: ReadonlyMap<string, number>;
}

/** Other queries of which only the results are counted. */
export interface CountQueriesInput extends OpeningInput {
  readonly queries: readonly CompanyQuery[];
  readonly known: ReadonlySet<string>;
}

/** The values of a filter. */
export interface ValuesInput extends OpeningInput, Pick<FilterValuesRequest, "filter" | "text" | "limit"> {}

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
export type WordsOfProject = CountedWords;

/** What the projects of a task know of the words of a query. */
export interface WordsOfTask extends Pick<Plan, "mistakes"> {
  readonly statistics: CompanyStatistics;
  /** Words that one of them has. */
  readonly known: ReadonlySet<string>;
}

/** The facets of the projects of a task whose documents have the most words. */
export interface FacetsOfTask extends Pick<ProjectCount, "minimumShouldMatch"> {
  readonly counts: FacetCounts;
}

/** A result that the query names exactly, as far as it decides which results are shown. */
export type NamedResult = Pick<SearchResult, "score" | "updated_at">;

/** What a project has for a query, before any text is shown. */
export interface ProjectSurvey extends ProjectCount, Pick<SearchAnswer, "filtered_out" | "mistakes" | "partial"> {
  /** The best of what the query names exactly, in descending order of the scores; no more than can be shown. */
  readonly named: readonly NamedResult[];
  /** The best scores of each collection, in descending order, without those of what is named exactly. */
  readonly scores: ReadonlyMap<string, Float64Array>;
  /** The best score of each of these collections, whatever has it. */
  readonly tops: ReadonlyMap<string, number>;
  /** The weight of each of these collections next to the others. */
  readonly priors: ReadonlyMap<string, number>;
}

/** One answer per project of the list, in its order; null where an index is not open and may not be opened. */
export type PerProject<T> = readonly (readonly [projectId: string, answer: T | null])[];

/**
 * The tasks by name: what each is given, what it answers of one project, and what of all projects of the task together, because the main
 * thread reads the answers of thousands.
 */
export interface ManyTasks {
  readonly countWords: { readonly given: QueryInput; readonly one: WordsOfProject; readonly task: WordsOfTask };
  readonly countTerms: { readonly given: TermsInput; readonly one: ProjectTerms; readonly task: null };
  readonly countQueries: {
    readonly given: CountQueriesInput;
    readonly one: readonly ProjectCount[];
    readonly task: null;
  };
  readonly valuesInProjects: { readonly given: ValuesInput; readonly one: FilterValue[]; readonly task: null };
  readonly surveyProjects: {
    readonly given: SurveyInput;
    readonly one: ProjectSurvey;
    readonly task: FacetsOfTask;
  };
  readonly showProjects: { readonly given: ShowInput; readonly one: SearchResult[]; readonly task: null };
}

/** A task over a list of projects. */
export interface ManyTask<N extends keyof ManyTasks> {
  readonly projects: ProjectList;
  readonly given: ManyTasks[N]["given"];
}

/** A task works through its list until its slice of time is up: there may be fewer answers than projects, at least one. */
export interface ManyAnswer<N extends keyof ManyTasks> {
  readonly perProject: PerProject<ManyTasks[N]["one"]>;
  readonly task: ManyTasks[N]["task"];
}

/** Where the steps of a search over many projects run. */
export interface CompanySearcher {
  /** Projects of one number have their indexes open in the same thread. */
  readonly threadOf: (slug: string, user: Principal) => number;
  readonly run: <N extends keyof ManyTasks>(
    name: N,
    task: ManyTask<N>,
    options: {
      readonly user: Principal;
      readonly slug: string;
      readonly signal: AbortSignal;
      readonly log: FastifyBaseLogger;
    },
  ) => Promise<ManyAnswer<N>>;
}
