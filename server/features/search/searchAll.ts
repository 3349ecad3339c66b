import type { FastifyBaseLogger } from "fastify";
import { parseQuery } from "../../../contract/searchQuery.ts";
import type { QueryOf } from "../../../contract/endpoints.ts";
import { withoutLeaf } from "../../../contract/printQuery.ts";
import { leavesOf } from "../../../contract/queryNodes.ts";
import type { SearchAllAnswer, SearchAnswer, SearchResult } from "../../../contract/search.ts";
import type { Principal } from "../../access/sessions.ts";
import type { Db } from "../../db/openDb.ts";
import { listSourceNamesByIds } from "../../db/tables/sources.ts";
import { type WordsInCompany, wordsInCompany } from "../../engines/search/companyReadings.ts";
import { sumStatistics } from "../../engines/search/companyStatistics.ts";
import { correct, otherReadings } from "../../engines/search/readings.ts";
import { TooMany } from "../../errors.ts";
import type { CompanyQuery, CompanySearcher, ProjectCount, ProjectSurvey, ProjectTerms } from "./manyProjects.ts";
import { overProjects } from "./overProjects.ts";
import { bestOf, minimumOf, presentSearchAll, sumCounts } from "./present.ts";
import { type ReadableProject, readableProjects } from "./readableProjects.ts";
import { withCommitPages } from "./withCommitPages.ts";

/** Milliseconds after which no further list of projects is begun; those left out are named in the answer. */
const DEADLINE = { all: 10_000, ready: 400 } as const;
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
  { signal, log }: { readonly signal: AbortSignal; readonly log: FastifyBaseLogger },
): Promise<SearchAllAnswer> {
  const startedAt = performance.now();
  const { limit, scope, first, project: named, in_project: inProject, ...query } = request;
  const projects = await readableProjects(db, user, named, first);
  const isChosen = ({ slug }: ReadableProject): boolean => inProject.length === 0 || inProject.includes(slug);
  const isLate = (): boolean => performance.now() - startedAt > DEADLINE[scope];
  const run = overProjects(searcher, { user, signal, log, isLate });
  const surveys = new Map<ReadableProject, ProjectSurvey>();
  const results = new Map<ReadableProject, readonly SearchResult[]>();
  /** Tasks end in any order; equal scores must not depend on it. */
  const inOrder = <T>(found: ReadonlyMap<ReadableProject, T>): Map<ReadableProject, T> => {
    const places = new Map(projects.map((project, place) => [project, place]));
    return new Map([...found].sort(([a], [b]) => (places.get(a) ?? 0) - (places.get(b) ?? 0)));
  };
  let reading: CompanyReading = { words: wordsInCompany([]), reinterpreted: [], readings: [], filtered_by: [] };

  try {
    const { terms, ...understood } = await understandQuery(
      projects,
      query.q,
      async (q, list, mayOpen, receive) => {
        const given = { query: { ...query, q }, mayOpen };
        await run("countTerms", list, given, receive);
      },
      { first, mayOpenAll: scope === "all" },
    );
    reading = { ...reading, ...understood };
    const { known } = reading.words;
    const searched = { ...query, q: understood.q };
    const statistics = sumStatistics([...terms.values()].map((one) => one.statistics));
    const counted = projects.filter((project) => terms.has(project));
    const given = { query: searched, limit, known, mayOpen: null, statistics };
    await run("surveyProjects", counted, given, (project, answer) => surveys.set(project, answer));
    const { tops, winners, minimum } = selectProjects(inOrder(surveys), limit, isChosen);
    await run("showProjects", winners, { ...given, tops }, (project, shown) => {
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
  readonly terms: ReadonlyMap<ReadableProject, ProjectTerms>;
}

/** Counts the terms of a query; where no project has a word, those of the query with the word corrected. */
async function understandQuery(
  projects: readonly ReadableProject[],
  q: string,
  count: (
    q: string,
    list: readonly ReadableProject[],
    mayOpen: readonly string[] | null,
    receive: (project: ReadableProject, answer: ProjectTerms) => void,
  ) => Promise<void>,
  { first, mayOpenAll }: { readonly first: string | undefined; readonly mayOpenAll: boolean },
): Promise<UnderstoodInCompany> {
  const terms = new Map<ReadableProject, ProjectTerms>();
  const receive = (project: ReadableProject, answer: ProjectTerms): void => void terms.set(project, answer);
  // Those that are open cost little: with them first a slow one leaves out as few as possible.
  const firstIds = projects.flatMap(({ id, slug }) => (slug === first ? [id] : []));
  await count(q, projects, firstIds, receive);
  const cold = projects.filter((project) => !terms.has(project));
  if (mayOpenAll) await count(q, cold, null, receive);
  const written = wordsInCompany([...terms.values()].map(({ words }) => words));
  const { q: corrected, corrections } = written.isNamed ? { q, corrections: [] } : correct(q, written.missing);
  if (corrected === q) return { q, words: written, reinterpreted: [...written.expansions], terms };
  const counted = projects.filter((project) => terms.has(project));
  terms.clear();
  await count(corrected, counted, null, receive);
  const words = wordsInCompany([...terms.values()].map((one) => one.words));
  return {
    q: corrected,
    words: { ...words, mistakes: written.mistakes },
    reinterpreted: [...corrections, ...words.expansions],
    terms,
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

/** The best score of each collection, and the projects that have a result among the best or named exactly. */
function selectProjects(
  surveys: ReadonlyMap<ReadableProject, ProjectSurvey>,
  limit: number,
  isChosen: (project: ReadableProject) => boolean,
): {
  readonly tops: ReadonlyMap<string, number>;
  readonly winners: readonly ReadableProject[];
  readonly minimum: number;
} {
  const minimum = minimumOf(surveys.values());
  const tops = new Map<string, number>();
  const winners = new Set<ReadableProject>();
  const best = new Map<string, { readonly project: ReadableProject; readonly score: number }[]>();
  for (const [project, { scores, minimumShouldMatch, exact }] of surveys) {
    if (!isChosen(project)) continue;
    if (exact > 0) winners.add(project);
    if (minimumShouldMatch < minimum) continue;
    for (const [name, list] of scores) {
      tops.set(name, Math.max(tops.get(name) ?? 0, list[0] ?? 0));
      const of = best.get(name) ?? [];
      best.set(name, of);
      for (const score of list) of.push({ project, score });
    }
  }
  // At most `limit` of one collection are shown, regardless of the number in the others.
  for (const of of best.values()) {
    of.sort((a, b) => b.score - a.score);
    for (const { project } of of.slice(0, limit)) winners.add(project);
  }
  return { tops, winners: [...winners], minimum };
}
