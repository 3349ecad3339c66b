/** The steps of a search over many projects, each over a list of projects in one thread. */
import type { FastifyBaseLogger } from "fastify";
import type { SearchAnswer, SearchResult } from "../../../contract/search.ts";
import type { Principal } from "../../access/sessions.ts";
import type { Db } from "../../db/openDb.ts";
import { checkpoint } from "../../engines/checkpoint.ts";
import { projectStamps } from "../projects/projectState.ts";
import { type CompanyStatistics, countTerms, withStatistics } from "../../engines/search/companyStatistics.ts";
import { type Scratch, withScratch } from "../../engines/search/ScratchPool.ts";
import { findHits, search } from "../../engines/search/search.ts";
import { collectionName } from "../../engines/search/blendResults.ts";
import type { SearchPeople } from "../../engines/search/searchPeople.ts";
import type { SearchRequest } from "../../engines/search/searchRequest.ts";
import type { IndexCache } from "../../index/indexCache.ts";
import type { OpenedIndex } from "../../index/OpenedIndex.ts";
import { peopleForSearch } from "./peopleForSearch.ts";
import { isGenerationOpen, openGuestGeneration } from "./projectIndex.ts";

/** A list of projects and a query, as plain data. */
export interface ManyProjects extends Pick<SearchRequest, "q" | "kind" | "limit"> {
  readonly projectIds: readonly string[];
  /** The projects whose indexes may be opened; null: all. */
  readonly mayOpen: readonly string[] | null;
}

export interface SurveyGiven extends ManyProjects {
  /** Null: those of each project, which are right for one. */
  readonly statistics: CompanyStatistics | null;
}

export interface ShowGiven extends SurveyGiven {
  /** The best score of each collection over all projects. */
  readonly tops: ReadonlyMap<string, number>;
}

/** What a project has for a query, before any text is shown. */
export interface ProjectSurvey extends Pick<SearchAnswer, "total" | "total_capped" | "mistakes"> {
  /** Words that each of its documents has at least. Scores are comparable between projects with the same number. */
  readonly minimumShouldMatch: number;
  /** The best scores of each collection, in descending order. */
  readonly scores: ReadonlyMap<string, Float64Array>;
  /** Results that the query names exactly. */
  readonly exact: number;
}

/** One answer per project of the list, in its order; null where an index is not open and may not be opened. */
export type PerProject<T> = readonly (readonly [projectId: string, answer: T | null])[];

/** The tasks by name. Each works through the list until its slice of time is up: the answer may have fewer entries, at least one. */
export interface ManyTasks {
  readonly countTerms: { readonly given: ManyProjects; readonly one: CompanyStatistics };
  readonly surveyProjects: { readonly given: SurveyGiven; readonly one: ProjectSurvey };
  readonly showProjects: { readonly given: ShowGiven; readonly one: SearchResult[] };
}

/** Where the steps of a search over many projects run. */
export interface CompanySearcher {
  /** Projects of one place have their indexes open in the same thread. */
  readonly placeOf: (slug: string) => number;
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
    countTerms: (given) => eachProject(deps, given, (index) => countTerms(index, given.q)),
    surveyProjects: (given) =>
      eachProject(deps, given, (index, people) =>
        withStatistics(index, given.statistics, () =>
          withScratch((scratch) => survey(scratch, index, requestOf(given, people))),
        ),
      ),
    showProjects: (given) =>
      eachProject(deps, given, (index, people) =>
        withStatistics(
          index,
          given.statistics,
          () => search(index, { ...requestOf(given, people), tops: given.tops }).results,
        ),
      ),
  };
}

/** The steps on the indexes of this thread, without a queue. */
export const searcherHere = (deps: Omit<ManyDeps, "log">): CompanySearcher => ({
  placeOf: () => 0,
  run: (name, given, { log }) => manyProjectTasks({ ...deps, log })[name](given),
});

const requestOf = ({ q, kind, limit }: ManyProjects, people: SearchPeople): SearchRequest => ({
  q,
  ...(kind && { kind }),
  ...(limit !== undefined && { limit }),
  budget: TEXT_BUDGET_MS,
  people,
});

function survey(scratch: Scratch, index: OpenedIndex, query: SearchRequest): ProjectSurvey {
  const { run, plan, found, exact, total, isCapped } = findHits(scratch, index, query);
  return {
    total: Math.max(total, exact.length),
    total_capped: isCapped,
    mistakes: [...plan.mistakes, ...(total + exact.length === 0 ? run.unknownValues() : [])],
    minimumShouldMatch: run.minimumShouldMatch,
    scores: new Map(
      found.map(({ collection, hits }) => [collectionName(collection), Float64Array.from(hits, ({ score }) => score)]),
    ),
    exact: exact.length,
  };
}

async function eachProject<T>(
  { db, indexes, log }: ManyDeps,
  { projectIds, mayOpen }: ManyProjects,
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
