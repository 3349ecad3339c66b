/** The steps of a search over many projects, each over a list of projects in one thread. */
import {
  WordCounter,
  countTerms,
  withStatistics,
  wordsOfQuery,
} from "../../engines/search/company/companyStatistics.ts";
import { wordsInProject } from "../../engines/search/company/companyReadings.ts";
import { exactHits } from "../../engines/search/collections/exact.ts";
import { FacetSum } from "../../engines/search/filters/facets.ts";
import { filterContextOf } from "../../engines/search/filters/filterPredicates.ts";
import { filterValues } from "../../engines/search/filters/filterValues.ts";
import { type Plan, planQuery } from "../../engines/search/query/plan.ts";
import { type Scratch, withScratch } from "../../engines/search/scoring/ScratchPool.ts";
import { type FoundHits, findHits, rankHits } from "../../engines/search/search.ts";
import {
  type Hit,
  type KindResults,
  MIN_PER_KIND,
  collectionName,
  identity,
  scoreExact,
} from "../../engines/search/scoring/blendResults.ts";
import { iso } from "../../engines/search/collections/collection.ts";
import type { SearchPeople } from "../../engines/search/collections/searchPeople.ts";
import type { SearchRequest } from "../../engines/search/query/searchRequest.ts";
import { showHits } from "../../engines/search/results/showHits.ts";
import type { OpenedIndex } from "../../index/OpenedIndex.ts";
import { CompanyScores } from "./CompanyScores.ts";
import { eachProject, type ManyDeps } from "./eachProject.ts";
import type {
  CompanySearcher,
  FacetsOfTask,
  ManyAnswer,
  ManyTask,
  ManyTasks,
  ProjectCount,
  ProjectSurvey,
  QueryInput,
  SurveyInput,
  TermsInput,
} from "./manyTasks.ts";

/** Results of all kinds that are shown whatever their score. */
const MAX_CERTAIN = 8 * MIN_PER_KIND;
/** Milliseconds that texts of one project may be looked at. */
const TEXT_BUDGET_MS = 150;
/** The same where results are only counted. */
const COUNT_BUDGET_MS = 20;

/** A function for each task, on the indexes of this thread. */
export type ManyTaskHandlers = { readonly [N in keyof ManyTasks]: (task: ManyTask<N>) => Promise<ManyAnswer<N>> };

export const manyProjectTasks = (deps: ManyDeps): ManyTaskHandlers => ({
  countWords: (task) => countWordsInProjects(deps, task),
  countTerms: async ({ projects, given: input }) => ({
    perProject: await eachProject(deps, projects, openingOf(input), (index) => {
      const plan = planQuery(index, input.query.q, input.known);
      return { statistics: countTerms(index, plan), words: wordsInProject(index, plan) };
    }),
    task: null,
  }),
  countQueries: (task) => countQueriesInProjects(deps, task),
  valuesInProjects: async ({ projects, given: input }) => ({
    perProject: await eachProject(
      deps,
      projects,
      { mayOpen: input.mayOpen, q: `${input.filter}:*` },
      (index, people, _id, live) =>
        filterValues(index, {
          ...input,
          people,
          live,
          sourceNames: filterContextOf(index, {}).sourceNames,
        }),
    ),
    task: null,
  }),
  surveyProjects: (task) => surveyProjects(deps, task),
  showProjects: (task) => showProjects(deps, task),
});

const openingOf = ({ mayOpen, query: { q } }: QueryInput) => ({ mayOpen, q });

async function countWordsInProjects(
  deps: ManyDeps,
  { projects, given: input }: ManyTask<"countWords">,
): Promise<ManyAnswer<"countWords">> {
  const words = wordsOfQuery(input.query.q);
  const planFor = planner({ ...input, known: new Set(words.map(({ fullTerm }) => fullTerm)) });
  const counter = new WordCounter(words);
  let mistakes: Plan["mistakes"] = [];
  const perProject = await eachProject(deps, projects, openingOf(input), (index, people) => {
    const counted = counter.add(index, people);
    ({ mistakes } = planFor(index));
    return counted;
  });
  return { perProject, task: { statistics: counter.statistics, known: counter.knownWords, mistakes } };
}

async function countQueriesInProjects(
  deps: ManyDeps,
  { projects, given: input }: ManyTask<"countQueries">,
): Promise<ManyAnswer<"countQueries">> {
  const opening = { mayOpen: input.mayOpen, q: input.queries[0]?.q ?? "" };
  const perProject = await eachProject(deps, projects, opening, (index, people, _id, live) =>
    input.queries.map((query) =>
      withScratch((scratch) => {
        const request = { ...query, ...COUNTED_ONLY, people, live, limit: 1, budgetMs: COUNT_BUDGET_MS };
        return countOf(findHits(scratch, index, request, planQuery(index, query.q, input.known)));
      }),
    ),
  );
  return { perProject, task: null };
}

async function surveyProjects(
  deps: ManyDeps,
  { projects, given: input }: ManyTask<"surveyProjects">,
): Promise<ManyAnswer<"surveyProjects">> {
  const sum = new FacetSumOfBest();
  const best = input.thresholds && new CompanyScores(input.limit, input.thresholds);
  const planFor = planner(input);
  const perProject = await eachProject(deps, projects, openingOf(input), (index, people, id, live) => {
    const plan = planFor(index);
    if (input.onlyExact.has(id) && exactHits(index, plan.name).length === 0) return NO_RESULTS;
    const hits = withStatistics(index, input.statistics, () =>
      withScratch((scratch) => survey(scratch, index, { ...requestOf(input, people, best), live }, plan, sum)),
    );
    best?.add(hits);
    return hits;
  });
  return { perProject, task: sum.facets };
}

async function showProjects(
  deps: ManyDeps,
  { projects, given: input }: ManyTask<"showProjects">,
): Promise<ManyAnswer<"showProjects">> {
  const best = input.thresholds && new CompanyScores(input.limit, input.thresholds);
  const planFor = planner(input);
  const perProject = await eachProject(deps, projects, openingOf(input), (index, people, _id, live) =>
    withStatistics(index, input.statistics, () => {
      const plan = planFor(index);
      const request = {
        ...requestOf(input, people, best),
        live,
        // The results that count are known: none of a kind makes room for another here.
        limit: 2 * input.limit + MAX_CERTAIN,
        countsFacets: false,
        tops: input.tops,
      };
      return showHits(rankHits(index, request, plan).hits, plan);
    }),
  );
  return { perProject, task: null };
}

/** Options of a query of which only the results are counted. */
const COUNTED_ONLY: Pick<SearchRequest, "thresholds" | "countsFacets"> = {
  thresholds: () => null,
  countsFacets: false,
};

const NO_RESULTS: ProjectSurvey = {
  total: 0,
  total_capped: false,
  minimumShouldMatch: 0,
  exact: 0,
  filtered_out: 0,
  mistakes: [],
  partial: null,
  named: [],
  scores: new Map(),
  tops: new Map(),
  priors: new Map(),
};

/** The plan of each project, which is the same for all where each word is known to one of them. */
function planner({ query: { q }, known: knownTerms }: TermsInput): (index: OpenedIndex) => Plan {
  const isShared = wordsOfQuery(q).every(({ fullTerm }) => knownTerms.has(fullTerm));
  let shared: Plan | null = null;
  return (index) => (isShared ? (shared ??= planQuery(index, q, knownTerms)) : planQuery(index, q, knownTerms));
}

/** Sums up the facets of the projects whose documents have the most words. */
class FacetSumOfBest {
  #minimum = 0;
  #sum = new FacetSum();

  add(minimumShouldMatch: number, { tallies, kinds }: Pick<FoundHits, "tallies" | "kinds">): void {
    if (minimumShouldMatch < this.#minimum) return;
    if (minimumShouldMatch > this.#minimum) this.#sum = new FacetSum();
    this.#minimum = minimumShouldMatch;
    this.#sum.addTallies(tallies, kinds);
  }

  get facets(): FacetsOfTask {
    return { minimumShouldMatch: this.#minimum, counts: this.#sum.counts };
  }
}

/** The steps on the indexes of this thread, without a queue. */
export const searcherHere = (deps: Omit<ManyDeps, "log">): CompanySearcher => ({
  threadOf: () => 0,
  run: (name, task, { log }) => manyProjectTasks({ ...deps, log })[name](task),
});

const requestOf = ({ query, limit }: SurveyInput, people: SearchPeople, best: CompanyScores | null): SearchRequest => ({
  ...query,
  thresholds: (minimumShouldMatch) => best?.thresholdsAt(minimumShouldMatch) ?? null,
  minimum: best?.minimum ?? 0,
  limit,
  budgetMs: TEXT_BUDGET_MS,
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
  if (hits.tallies.length > 0 || hits.kinds.size > 0) sum.add(hits.run.minimumShouldMatch, hits);
  const { run, exact, total, texts } = hits;
  const groups = hits.resultsByKind.filter((group) => group.hits.length > 0);
  const nothing = total + exact.length === 0;
  return {
    // What is empty is the same object for all projects of an answer, of which a message has one.
    ...NO_RESULTS,
    ...countOf(hits),
    filtered_out: hits.filteredOut,
    partial: texts.searched < texts.of ? texts : null,
    ...(nothing && plan.conditions.length > 0 && { mistakes: run.unknownValues() }),
    ...((groups.length > 0 || exact.length > 0) && bestOf(groups, exact, query.limit)),
  };
}

/** The scores that decide which results are shown. */
function bestOf(
  kindResultses: readonly KindResults[],
  exact: readonly Hit[],
  limit: number | undefined,
): Pick<ProjectSurvey, "named" | "scores" | "tops" | "priors"> {
  const named = scoreExact(exact);
  const isNamed = new Set(named.map(identity));
  const scoresOf = ({ collection, hits: of }: KindResults): Float64Array => {
    const unnamed =
      isNamed.size === 0 ? of : of.filter(({ documentRef }) => !isNamed.has(identity({ collection, documentRef })));
    return Float64Array.from(unnamed, ({ score }) => score);
  };
  const byName = <T>(of: (results: KindResults) => T): Map<string, T> =>
    new Map(kindResultses.map((results) => [collectionName(results.collection), of(results)]));
  return {
    named: named.slice(0, limit).map(({ collection: { time }, documentRef: { member, document }, score }) => ({
      score,
      updated_at: iso(time(member, document)),
    })),
    scores: byName(scoresOf),
    tops: byName((results) => results.hits[0]?.score ?? 0),
    priors: byName(({ collection }) => collection.prior),
  };
}
