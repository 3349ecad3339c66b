/** The steps of a search over many projects, each over a list of projects in one thread. */
import type { FastifyBaseLogger } from "fastify";
import type { FilterValue } from "../../../contract/filterValues.ts";
import type { SearchAnswer, SearchResult } from "../../../contract/search.ts";
import type { Principal } from "../../access/sessions.ts";
import type { Db } from "../../db/openDb.ts";
import { checkpoint } from "../../engines/checkpoint.ts";
import { type ProjectStamp, projectStamps } from "../projects/projectState.ts";
import {
  type CompanyStatistics,
  type CountedWords,
  countTerms,
  countWords,
  sumStatistics,
  withStatistics,
  wordsOfQuery,
} from "../../engines/search/company/companyStatistics.ts";
import { type WordsInProject, wordsInProject } from "../../engines/search/company/companyReadings.ts";
import { exactHits } from "../../engines/search/collections/exact.ts";
import { type FacetCounts, FacetSum, countsOf } from "../../engines/search/filters/facets.ts";
import { filterContextOf } from "../../engines/search/filters/filterPredicates.ts";
import { type FilterValuesRequest, filterValues } from "../../engines/search/filters/filterValues.ts";
import { type Plan, planQuery } from "../../engines/search/query/plan.ts";
import { type Scratch, withScratch } from "../../engines/search/scoring/ScratchPool.ts";
import { type FoundHits, findHits, rankHits } from "../../engines/search/search.ts";
import { MIN_PER_KIND, collectionName } from "../../engines/search/scoring/blendResults.ts";
import type { SearchPeople } from "../../engines/search/collections/searchPeople.ts";
import type { SearchRequest } from "../../engines/search/query/searchRequest.ts";
import { showHits } from "../../engines/search/results/showHits.ts";
import type { IndexCache } from "../../index/indexCache.ts";
import { DamagedIndexError } from "../../index/indexErrors.ts";
import type { OpenedIndex } from "../../index/OpenedIndex.ts";
import { peopleForSearch } from "./peopleForSearch.ts";
import { CompanyScores, type Floors } from "./CompanyScores.ts";
import { isGenerationOpen, openGuestGeneration } from "./projectIndex.ts";

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
interface FacetsOfTask extends Pick<ProjectCount, "minimumShouldMatch"> {
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

/** Milliseconds after which no further project is begun: then others have the thread. */
const SLICE_MS = 100;
/** Results of all kinds that are shown whatever their score. */
const MAX_CERTAIN = 8 * MIN_PER_KIND;
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
    countWords: async (given) => {
      const words = wordsOfQuery(given.query.q);
      const planFor = planner({ ...given, known: new Set(words.map(({ whole }) => whole)) });
      const all: CompanyStatistics[] = [];
      const known = new Set<string>();
      let mistakes: Plan["mistakes"] = [];
      const answers = await eachProject<WordsOfProject>(deps, given, async (index, peopleOf) => {
        const counted = countWords(index, await peopleOf(), words);
        all.push(counted.statistics);
        for (const word of counted.known) known.add(word);
        ({ mistakes } = planFor(index));
        return { most: counted.most, rarest: counted.rarest, ofTask: null };
      });
      return withLast(answers, (one) => ({ ...one, ofTask: { statistics: sumStatistics(all), known, mistakes } }));
    },
    countTerms: (given) =>
      eachProject(deps, given, (index) => {
        const plan = planQuery(index, given.query.q, given.known);
        return { statistics: countTerms(index, plan), words: wordsInProject(index, plan) };
      }),
    countQueries: (given) =>
      eachProject(deps, given, async (index, peopleOf) => {
        const people = await peopleOf();
        return given.queries.map((query) =>
          withScratch((scratch) => {
            const request = { ...query, ...COUNTED_ONLY, people, limit: 1, budget: COUNT_BUDGET_MS };
            return countOf(findHits(scratch, index, request, planQuery(index, query.q, given.known)));
          }),
        );
      }),
    valuesInProjects: (given) =>
      eachProject(deps, given, async (index, peopleOf) =>
        filterValues(index, {
          ...given,
          people: await peopleOf(),
          sourceNames: filterContextOf(index, {}).sourceNames,
        }),
      ),
    surveyProjects: async (given) => {
      const sum = new FacetSumOfBest();
      const best = given.floors && new CompanyScores(given.limit, given.floors);
      const planFor = planner(given);
      const answers = await eachProject<ProjectSurvey>(deps, given, async (index, peopleOf, id) => {
        const plan = planFor(index);
        if (given.onlyExact.has(id) && exactHits(index, plan.name).length === 0) return NO_RESULTS;
        const people = await peopleOf();
        const found = withStatistics(index, given.statistics, () =>
          withScratch((scratch) => survey(scratch, index, requestOf(given, people, best), plan, sum)),
        );
        best?.add(found);
        return found;
      });
      return withLast(answers, (one) => ({ ...one, facets: sum.facets }));
    },
    showProjects: (given) => {
      const best = given.floors && new CompanyScores(given.limit, given.floors);
      const planFor = planner(given);
      return eachProject(deps, given, async (index, peopleOf) => {
        const people = await peopleOf();
        return withStatistics(index, given.statistics, () => {
          const plan = planFor(index);
          const request = {
            ...requestOf(given, people, best),
            // The results that count are known: none of a kind makes room for another here.
            limit: 2 * given.limit + MAX_CERTAIN,
            countsFacets: false,
            tops: given.tops,
          };
          return showHits(rankHits(index, request, plan).hits, plan);
        });
      });
    },
  };
}

/** Of a query of which only the results are counted. */
const COUNTED_ONLY: Pick<SearchRequest, "floors" | "countsFacets"> = { floors: () => null, countsFacets: false };

const NO_RESULTS: ProjectSurvey = {
  total: 0,
  total_capped: false,
  minimumShouldMatch: 0,
  exact: 0,
  facets: null,
  filtered_out: 0,
  mistakes: [],
  partial: null,
  scores: new Map(),
  priors: new Map(),
};

/** The plan of each project, which is the same for all where each word is known to one of them. */
function planner({ query: { q }, known }: TermsGiven): (index: OpenedIndex) => Plan {
  const isShared = wordsOfQuery(q).every(({ whole }) => known.has(whole));
  let shared: Plan | null = null;
  return (index) => (isShared ? (shared ??= planQuery(index, q, known)) : planQuery(index, q, known));
}

/** Sums up the facets of the projects whose documents have the most words. */
class FacetSumOfBest {
  #minimum = 0;
  #sum = new FacetSum();

  add(minimumShouldMatch: number, counts: FacetCounts): void {
    if (minimumShouldMatch < this.#minimum) return;
    if (minimumShouldMatch > this.#minimum) this.#sum = new FacetSum();
    this.#minimum = minimumShouldMatch;
    this.#sum.add(counts);
  }

  get facets(): FacetsOfTask {
    return { minimumShouldMatch: this.#minimum, counts: this.#sum.counts };
  }
}

/** The answers with the last of them changed. */
function withLast<T>(answers: PerProject<T>, change: (last: T) => T): PerProject<T> {
  const last = answers.findLastIndex(([, answer]) => answer !== null);
  return answers.map((entry, at) => (at === last && entry[1] !== null ? [entry[0], change(entry[1])] : entry));
}

/** The steps on the indexes of this thread, without a queue. */
export const searcherHere = (deps: Omit<ManyDeps, "log">): CompanySearcher => ({
  placeOf: () => 0,
  run: (name, given, { log }) => manyProjectTasks({ ...deps, log })[name](given),
});

const requestOf = ({ query, limit }: SurveyGiven, people: SearchPeople, best: CompanyScores | null): SearchRequest => ({
  ...query,
  floors: (minimumShouldMatch) => best?.floorsAt(minimumShouldMatch) ?? null,
  minimum: best?.minimum ?? 0,
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

function survey(
  scratch: Scratch,
  index: OpenedIndex,
  query: SearchRequest,
  plan: Plan,
  sum: FacetSumOfBest,
): ProjectSurvey {
  const hits = findHits(scratch, index, query, plan);
  sum.add(hits.run.minimumShouldMatch, countsOf(hits.tallies, hits.kinds));
  const { run, exact, total, texts } = hits;
  const found = hits.found.filter((one) => one.hits.length > 0);
  return {
    ...countOf(hits),
    facets: null,
    filtered_out: hits.filteredOut,
    mistakes: total + exact.length === 0 ? run.unknownValues() : [],
    partial: texts.searched < texts.of ? texts : null,
    scores: new Map(
      found.map((one) => [collectionName(one.collection), Float64Array.from(one.hits, ({ score }) => score)]),
    ),
    priors: new Map(found.map(({ collection }) => [collectionName(collection), collection.prior])),
  };
}

async function eachProject<T>(
  { db, indexes, log }: ManyDeps,
  { projectIds, mayOpen, states: given }: ProjectList,
  work: (index: OpenedIndex, people: () => Promise<SearchPeople>, id: string) => T | Promise<T>,
): Promise<PerProject<T>> {
  const startedAt = performance.now();
  const states = given ?? (await projectStamps(db, projectIds));
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
      answers.push([id, await work(index, () => peopleForSearch(db, id, index, stamp), id)]);
    } catch (error) {
      // Its files were removed while it was open: a newer index has replaced it.
      if (!(error instanceof DamagedIndexError)) throw error;
      log.warn({ projectId: id, error: error.message }, "the project's index cannot be read");
      answers.push([id, null]);
    } finally {
      release();
    }
  }
  return answers;
}
