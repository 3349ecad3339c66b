/** The steps of a search over many projects, each over a list of projects in one thread. */
import type { FastifyBaseLogger } from "fastify";
import type { FilterValue } from "../../../contract/filterValues.ts";
import type { SearchAnswer, SearchResult } from "../../../contract/search.ts";
import type { Principal } from "../../access/sessions.ts";
import type { Db } from "../../db/openDb.ts";
import { checkpoint } from "../../engines/checkpoint.ts";
import { projectStamps } from "../projects/projectState.ts";
import { type CompanyStatistics, countTerms, withStatistics } from "../../engines/search/companyStatistics.ts";
import { type WordsInProject, planInCompany, wordsInProject } from "../../engines/search/companyReadings.ts";
import { facetsOf } from "../../engines/search/facets.ts";
import { filterContextOf } from "../../engines/search/filterPredicates.ts";
import { type FilterValuesRequest, filterValues } from "../../engines/search/filterValues.ts";
import { type Plan, planQuery } from "../../engines/search/plan.ts";
import { type Scratch, withScratch } from "../../engines/search/ScratchPool.ts";
import { type FoundHits, findHits, rankHits } from "../../engines/search/search.ts";
import { collectionName } from "../../engines/search/blendResults.ts";
import type { SearchPeople } from "../../engines/search/searchPeople.ts";
import type { SearchRequest } from "../../engines/search/searchRequest.ts";
import { showHits } from "../../engines/search/showHits.ts";
import type { IndexCache } from "../../index/indexCache.ts";
import type { OpenedIndex } from "../../index/OpenedIndex.ts";
import { peopleForSearch } from "./peopleForSearch.ts";
import { isGenerationOpen, openGuestGeneration } from "./projectIndex.ts";

/** A list of projects, as plain data. */
export interface ProjectList {
  readonly projectIds: readonly string[];
  /** The projects whose indexes may be opened; null: all. */
  readonly mayOpen: readonly string[] | null;
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

export interface SurveyGiven extends ManyProjects {
  /** Results of each project that count. */
  readonly limit: number;
  /** Words that some project has as they are written: they are read as no others. */
  readonly known: ReadonlySet<string>;
  /** Null: those of each project, which are right for one. */
  readonly statistics: CompanyStatistics | null;
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

/** What a project has for a query, before any text is shown. */
export interface ProjectSurvey
  extends ProjectCount, Pick<SearchAnswer, "facets" | "filtered_out" | "mistakes" | "partial"> {
  /** The best scores of each collection, in descending order. */
  readonly scores: ReadonlyMap<string, Float64Array>;
}

/** One answer per project of the list, in its order; null where an index is not open and may not be opened. */
export type PerProject<T> = readonly (readonly [projectId: string, answer: T | null])[];

/** The tasks by name. Each works through the list until its slice of time is up: the answer may have fewer entries, at least one. */
export interface ManyTasks {
  readonly countTerms: { readonly given: ManyProjects; readonly one: ProjectTerms };
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

/** Milliseconds after which no further project is begun: then others have the thread. */
const SLICE_MS = 100;
/** Milliseconds that texts of one project may be looked at. */
const TEXT_BUDGET_MS = 150;
/** The same where results are only counted. */
const COUNT_BUDGET_MS = 20;

export interface ManyDeps {
  readonly db: Db;
  readonly indexes: IndexCache;
  readonly log: FastifyBaseLogger;
}

/** The functions of the tasks, on the indexes of this thread. */
export function manyProjectTasks(deps: ManyDeps): {
  readonly [N in keyof ManyTasks]: (given: ManyTasks[N]["given"]) => Promise<PerProject<ManyTasks[N]["one"]>>;
} {
  return {
    countTerms: (given) =>
      eachProject(deps, given, (index) => {
        const plan = planQuery(index, given.query.q);
        return { statistics: countTerms(index, plan), words: wordsInProject(index, plan) };
      }),
    countQueries: (given) =>
      eachProject(deps, given, (index, people) =>
        given.queries.map((query) =>
          withScratch((scratch) => {
            const request = { ...query, people, limit: 1, budget: COUNT_BUDGET_MS };
            return countOf(findHits(scratch, index, request, planInCompany(index, query.q, given.known)));
          }),
        ),
      ),
    valuesInProjects: (given) =>
      eachProject(deps, given, (index, people) =>
        filterValues(index, { ...given, people, sourceNames: filterContextOf(index, {}).sourceNames }),
      ),
    surveyProjects: (given) =>
      eachProject(deps, given, (index, people) =>
        withStatistics(index, given.statistics, () =>
          withScratch((scratch) =>
            survey(scratch, index, requestOf(given, people), planInCompany(index, given.query.q, given.known)),
          ),
        ),
      ),
    showProjects: (given) =>
      eachProject(deps, given, (index, people) =>
        withStatistics(index, given.statistics, () => {
          const plan = planInCompany(index, given.query.q, given.known);
          return showHits(rankHits(index, { ...requestOf(given, people), tops: given.tops }, plan).hits, plan);
        }),
      ),
  };
}

/** The steps on the indexes of this thread, without a queue. */
export const searcherHere = (deps: Omit<ManyDeps, "log">): CompanySearcher => ({
  placeOf: () => 0,
  run: (name, given, { log }) => manyProjectTasks({ ...deps, log })[name](given),
});

const requestOf = ({ query, limit }: SurveyGiven, people: SearchPeople): SearchRequest => ({
  ...query,
  limit,
  budget: TEXT_BUDGET_MS,
  people,
});

const countOf = ({ run, exact, total, isCapped }: FoundHits): ProjectCount => ({
  total: Math.max(total, exact.length),
  total_capped: isCapped,
  minimumShouldMatch: run.minimumShouldMatch,
  exact: exact.length,
});

function survey(scratch: Scratch, index: OpenedIndex, query: SearchRequest, plan: Plan): ProjectSurvey {
  const hits = findHits(scratch, index, query, plan);
  const { run, found, exact, total, texts } = hits;
  return {
    ...countOf(hits),
    facets: facetsOf(hits.tallies, hits.kinds),
    filtered_out: hits.filteredOut,
    mistakes: total + exact.length === 0 ? run.unknownValues() : [],
    partial: texts.searched < texts.of ? texts : null,
    scores: new Map(
      found.map(({ collection, hits }) => [collectionName(collection), Float64Array.from(hits, ({ score }) => score)]),
    ),
  };
}

async function eachProject<T>(
  { db, indexes, log }: ManyDeps,
  { projectIds, mayOpen }: ProjectList,
  work: (index: OpenedIndex, people: SearchPeople) => T,
): Promise<PerProject<T>> {
  const startedAt = performance.now();
  const states = await projectStamps(db, projectIds);
  const answers: [string, T | null][] = [];
  for (const id of projectIds) {
    if (answers.length > 0 && performance.now() - startedAt > SLICE_MS) break;
    checkpoint();
    const { generation, stamp } = states.get(id) ?? { generation: null, stamp: "" };
    if (mayOpen?.includes(id) === false && !isGenerationOpen(indexes, id, generation)) {
      answers.push([id, null]);
      continue;
    }
    const { index, release } = await openGuestGeneration(db, indexes, id, generation, log);
    try {
      answers.push([id, work(index, await peopleForSearch(db, id, index, stamp))]);
    } finally {
      release();
    }
  }
  return answers;
}
