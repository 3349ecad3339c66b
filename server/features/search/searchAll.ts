import type { FastifyBaseLogger } from "fastify";
import { parseQuery } from "../../../contract/searchQuery.ts";
import type { QueryOf } from "../../../contract/endpoints.ts";
import { withoutLeaf } from "../../../contract/printQuery.ts";
import { leavesOf } from "../../../contract/queryNodes.ts";
import type { SearchAllAnswer, SearchAnswer, SearchResult } from "../../../contract/search.ts";
import type { Principal } from "../../access/sessions.ts";
import type { Db } from "../../db/openDb.ts";
import { listSourceNamesByIds } from "../../db/tables/sources.ts";
import { type WordsInCompany, allKnown, wordsInCompany } from "../../engines/search/company/companyReadings.ts";
import { type CompanyStatistics, sumStatistics, wordsOfQuery } from "../../engines/search/company/companyStatistics.ts";
import { neededScores } from "../../engines/search/scoring/blendResults.ts";
import { correct, otherReadings } from "../../engines/search/query/readings.ts";
import { TooMany } from "../../errors.ts";
import { projectStamps } from "../projects/projectState.ts";
import { CompanyScores, type Floors } from "./CompanyScores.ts";
import type {
  CompanyQuery,
  CompanySearcher,
  ManyTasks,
  ProjectCount,
  ProjectSurvey,
  WordsOfProject,
} from "./manyProjects.ts";
import { type OverProjects, type StepGiven, overProjects } from "./overProjects.ts";
import { orderByWords } from "./orderByWords.ts";
import { bestOf, minimumOf, presentSearchAll, sumCounts } from "./present.ts";
import { type ReadableProject, readableProjects } from "./readableProjects.ts";
import { unsearchableSources } from "./unsearchable.ts";
import { withCommitPages } from "./withCommitPages.ts";

/**
 * Milliseconds after which each step begins no further list of projects: those that were counted in time are surveyed, and the best of them are
 * shown. Those left out are named in the answer.
 */
const DEADLINES: Readonly<Record<QueryOf<"searchAll">["scope"], Deadlines>> = {
  all: { countWords: 6000, countTerms: 7000, surveyProjects: 9000, showProjects: 10_000, countQueries: 10_000 },
  ready: { countWords: 400, countTerms: 500, surveyProjects: 800, showProjects: 1000, countQueries: 0 },
};
type Deadlines = Readonly<Partial<Record<keyof ManyTasks, number>>>;
/** Filters of an empty result whose effect is counted: each is a search. */
const MAX_FILTERS = 6;

type SearchAllRequest = Omit<QueryOf<"searchAll">, "limit"> & { readonly limit: number };

/**
 * Searches all projects of the caller, or those named, as if they were one index. A named project that the caller may not read is ignored.
 * Three steps: the statistics of the query's terms are added up, each project scores its documents with the sums, and the projects with
 * the best scores show their results. A word that no project has is corrected for all of them.
 */
export async function searchAll(
  db: Db,
  searcher: CompanySearcher,
  user: Principal,
  request: SearchAllRequest,
  {
    signal,
    log,
    deadlines = DEADLINES[request.scope],
  }: { readonly signal: AbortSignal; readonly log: FastifyBaseLogger; readonly deadlines?: Deadlines },
): Promise<SearchAllAnswer> {
  const startedAt = performance.now();
  const { limit, scope, first, project: named, in_project: inProject, ...query } = request;
  const projects = await readableProjects(db, user, named, first);
  const isChosen = ({ slug }: ReadableProject): boolean => inProject.length === 0 || inProject.includes(slug);
  const states = await projectStamps(
    db,
    projects.map(({ id }) => id),
  );
  const isLate = (step: keyof ManyTasks): boolean => performance.now() - startedAt > (deadlines[step] ?? 0);
  const run = overProjects(searcher, { user, signal, log, states, isLate });
  const surveys = new Map<ReadableProject, ProjectSurvey>();
  const results = new Map<ReadableProject, readonly SearchResult[]>();
  /** Tasks end in any order; equal scores must not depend on it. */
  const inOrder = <T>(found: ReadonlyMap<ReadableProject, T>): Map<ReadableProject, T> => {
    const places = new Map(projects.map((project, place) => [project, place]));
    return new Map([...found].sort(([a], [b]) => (places.get(a) ?? 0) - (places.get(b) ?? 0)));
  };
  let reading: CompanyReading = { words: wordsInCompany([]), reinterpreted: [], readings: [], filtered_by: [] };

  try {
    const { counts, statistics, ...understood } = await understandQuery(projects, query, run, {
      first,
      mayOpenAll: scope === "all",
    });
    reading = { ...reading, ...understood };
    const { known } = reading.words;
    const searched = { ...query, q: understood.q };
    const counted = projects.filter((project) => counts.has(project));
    const best = new CompanyScores(limit);
    const given = (onlyExact: ReadonlySet<string>, isScored = true): StepGiven<"surveyProjects"> => ({
      query: searched,
      limit,
      known,
      mayOpen: null,
      statistics,
      floors: isScored ? best.floors : null,
      onlyExact,
    });
    const survey = async (list: readonly ReadableProject[], onlyExact: ReadonlySet<string>): Promise<void> => {
      for (const isScored of [true, false])
        await run(
          "surveyProjects",
          list.filter((project) => isChosen(project) === isScored),
          () => given(onlyExact, isScored),
          (project, answer) => {
            surveys.set(project, answer);
            best.add(answer);
          },
        );
    };
    const { whole, partial } = orderByWords(searched.q, counts);
    await survey(whole, new Set());
    // A document with all words is known: those of projects without one of them do not count.
    const isFull = best.minimum >= wordsOfQuery(searched.q).length;
    await survey(partial, new Set(isFull ? partial.map(({ id }) => id) : []));
    const { tops, floors, winners, minimum } = selectProjects(inOrder(surveys), limit, isChosen);
    await run("showProjects", winners, { ...given(new Set()), floors, tops }, (project, shown) => {
      const isWhole = surveys.get(project)?.minimumShouldMatch === minimum;
      results.set(project, isWhole ? shown : shown.filter(({ exact }) => exact !== null));
    });
    if (scope === "all") {
      const chosen = counted.filter(isChosen);
      const isNothing = [...results.values()].every((one) => one.length === 0);
      const others = otherReadings(query.q, { plan: reading.words, reinterpreted: reading.reinterpreted });
      const filters = isNothing ? changedFilters(searched, inProject) : [];
      const counts = await countAll(
        (list, queries, receive) => run("countQueries", list, { queries, known, mayOpen: null }, receive),
        [
          ...others.map(({ q }) => ({ query: { ...query, q }, projects: chosen })),
          ...filters.map((one) => ({ query: one.query, projects: one.isProject ? counted : chosen })),
        ],
      );
      reading = {
        ...reading,
        readings: others
          .map((other, at) => ({ ...other, ...(counts[at] ?? NO_COUNT) }))
          .filter(({ code, total }) => code !== "inside" || total > 0),
        filtered_by: filters.flatMap(({ filter, value, at }, place) => {
          const { total } = counts[others.length + place] ?? NO_COUNT;
          return total > 0 ? [{ filter, value, at, results: total }] : [];
        }),
      };
    }
  } catch (error) {
    // When the budget runs out halfway, return what was found.
    if (!(error instanceof TooMany) || surveys.size === 0) throw error;
  }
  const all = [...inOrder(results)].flatMap(([{ slug, name }, of]) =>
    of.map((result) => ({ ...result, project: { slug, name } })),
  );
  const shown = await withCommitPages(db, bestOf(all, limit));
  const { words, reinterpreted, readings, filtered_by } = reading;
  const answer = presentSearchAll(projects, inOrder(surveys), isChosen, shown, [...words.mistakes]);
  const ids = new Set([
    ...answer.facets.repository.map(({ value }) => value),
    ...shown.flatMap(({ source }) => source ?? []),
  ]);
  return {
    ...answer,
    unsearchable: scope === "all" ? await unsearchableSources(db, user, named) : { total: 0, sources: [] },
    missing: words.missing.map(({ word, suggestion }) => ({ word, suggestion })),
    reinterpreted: [...reinterpreted],
    readings: [...readings],
    filtered_by: [...filtered_by],
    sources: ids.size === 0 ? [] : await listSourceNamesByIds(db, [...ids]),
    took_ms: performance.now() - startedAt,
  };
}

interface CompanyReading extends Pick<SearchAnswer, "filtered_by" | "readings" | "reinterpreted"> {
  readonly words: WordsInCompany;
}

interface UnderstoodInCompany {
  /** The query with its words corrected. */
  readonly q: string;
  readonly words: WordsInCompany;
  readonly reinterpreted: SearchAnswer["reinterpreted"];
  readonly statistics: CompanyStatistics;
  /** Of each project that was asked in time. */
  readonly counts: ReadonlyMap<ReadableProject, WordsOfProject>;
}

/** Counts the words of a query; where no project has a word, those of the query with the word corrected. */
async function understandQuery(
  projects: readonly ReadableProject[],
  query: CompanyQuery,
  run: OverProjects,
  { first, mayOpenAll }: { readonly first: string | undefined; readonly mayOpenAll: boolean },
): Promise<UnderstoodInCompany> {
  const counts = new Map<ReadableProject, WordsOfProject>();
  const count = (
    q: string,
    list: readonly ReadableProject[],
    mayOpen: readonly string[] | null,
    into = counts,
  ): Promise<void> =>
    run("countWords", list, { query: { ...query, q }, mayOpen }, (project, answer) => into.set(project, answer));
  // Those that are open cost little: with them first a slow one leaves out as few as possible.
  const firstIds = projects.flatMap(({ id, slug }) => (slug === first ? [id] : []));
  await count(query.q, projects, firstIds);
  const cold = projects.filter((project) => !counts.has(project));
  if (mayOpenAll) await count(query.q, cold, null);
  const counted = projects.filter((project) => counts.has(project));
  const written = await wordsOf(query, counts, run);
  const { q: corrected, corrections } = written.words.isNamed
    ? { q: query.q, corrections: [] }
    : correct(query.q, written.words.missing);
  if (corrected === query.q) return { q: query.q, ...written, reinterpreted: [...written.words.expansions], counts };
  const again = new Map<ReadableProject, WordsOfProject>();
  await count(corrected, counted, null, again);
  const { words, statistics } = await wordsOf({ ...query, q: corrected }, again, run);
  return {
    q: corrected,
    words: { ...words, mistakes: written.words.mistakes },
    statistics,
    reinterpreted: [...corrections, ...words.expansions],
    counts: again,
  };
}

/** What the projects know of the words of a query. Only for a word that no project has the vocabularies are read. */
async function wordsOf(
  query: CompanyQuery,
  counts: ReadonlyMap<ReadableProject, WordsOfProject>,
  run: OverProjects,
): Promise<Pick<UnderstoodInCompany, "words" | "statistics">> {
  const all = [...counts.values()].flatMap(({ ofTask }) => ofTask ?? []);
  const known = new Set(all.flatMap((one) => [...one.known]));
  if (wordsOfQuery(query.q).every(({ whole }) => known.has(whole)))
    return {
      words: allKnown(known, all[0]?.mistakes ?? []),
      statistics: sumStatistics(all.map(({ statistics }) => statistics)),
    };
  const terms: ManyTasks["countTerms"]["one"][] = [];
  await run("countTerms", [...counts.keys()], { query, known, mayOpen: null }, (_, answer) => terms.push(answer));
  return {
    words: wordsInCompany(terms.map(({ words }) => words)),
    statistics: sumStatistics(terms.map(({ statistics }) => statistics)),
  };
}

const NO_COUNT: Pick<ProjectCount, "total" | "total_capped"> = { total: 0, total_capped: false };

/** Counts the results of several queries in one step for each list of projects. */
async function countAll(
  count: (
    list: readonly ReadableProject[],
    queries: readonly CompanyQuery[],
    receive: (project: ReadableProject, answer: readonly ProjectCount[]) => void,
  ) => Promise<void>,
  asked: readonly { readonly query: CompanyQuery; readonly projects: readonly ReadableProject[] }[],
): Promise<Pick<ProjectCount, "total" | "total_capped">[]> {
  const counts = new Map<CompanyQuery, ProjectCount[]>(asked.map(({ query }) => [query, []]));
  for (const [list, of] of Map.groupBy(asked, ({ projects }) => projects)) {
    const queries = of.map(({ query }) => query);
    await count(list, queries, (_, answers) => {
      for (const [at, query] of queries.entries()) {
        const answer = answers[at];
        if (answer) counts.get(query)?.push(answer);
      }
    });
  }
  return asked.map(({ query }) => sumCounts(counts.get(query) ?? []));
}

/** The query without each of its filters and chosen facets. */
function changedFilters(
  query: CompanyQuery,
  inProject: readonly string[],
): (Omit<SearchAnswer["filtered_by"][number], "results"> & { query: CompanyQuery; isProject: boolean })[] {
  const inQuery = leavesOf(parseQuery(query.q).root).flatMap(({ leaf }) =>
    leaf.kind === "filter"
      ? [{ filter: leaf.name, value: leaf.value, at: leaf.at, query: { ...query, q: withoutLeaf(query.q, leaf.at) } }]
      : [],
  );
  const facets = (["kind", "path", "repository", "language", "folder", "state", "author", "label"] as const).flatMap(
    (name) => {
      const chosen = query[name] ?? [];
      return chosen.length === 0
        ? []
        : [{ filter: name, value: chosen.join(", "), at: null, query: { ...query, [name]: [] } }];
    },
  );
  const others = [...inQuery, ...facets].slice(0, MAX_FILTERS).map((one) => ({ ...one, isProject: false }));
  return inProject.length === 0
    ? others
    : [{ filter: "project", value: inProject.join(", "), at: null, query: { ...query }, isProject: true }, ...others];
}

/**
 * The best score of each collection, the scores that results must have to be among the best, and the projects that have one or that the query
 * names something of.
 */
function selectProjects(
  surveys: ReadonlyMap<ReadableProject, ProjectSurvey>,
  limit: number,
  isChosen: (project: ReadableProject) => boolean,
): {
  readonly tops: ReadonlyMap<string, number>;
  readonly floors: Floors;
  readonly winners: readonly ReadableProject[];
  readonly minimum: number;
} {
  const minimum = minimumOf(surveys.values());
  const chosen = [...surveys].filter(([project]) => isChosen(project));
  const whole = chosen.filter(([, survey]) => survey.minimumShouldMatch === minimum);
  const best = new CompanyScores(limit);
  const priors = new Map<string, number>();
  for (const [, survey] of whole) {
    best.add(survey);
    for (const [name, prior] of survey.priors) priors.set(name, prior);
  }
  const lists = best.scoresAt(minimum);
  const exact = chosen.reduce((sum, [, survey]) => sum + survey.exact, 0);
  const needed = neededScores(lists, priors, limit, exact);
  // Those that are not among the best of their collection are not known.
  for (const [name, floor] of best.floorsAt(minimum) ?? []) needed.set(name, Math.max(needed.get(name) ?? 0, floor));
  const isNeeded = ({ scores }: ProjectSurvey): boolean =>
    [...scores].some(([name, list]) => list.length > 0 && (list[0] ?? 0) >= (needed.get(name) ?? 0));
  const winners = chosen.filter(
    ([, survey]) => survey.exact > 0 || (survey.minimumShouldMatch === minimum && isNeeded(survey)),
  );
  return {
    tops: new Map([...lists].map(([name, list]) => [name, list[0] ?? 0])),
    floors: new Map([[minimum, needed]]),
    winners: winners.map(([project]) => project),
    minimum,
  };
}
