import type { FastifyBaseLogger } from "fastify";
import type { QueryOf } from "../../../contract/endpoints.ts";
import type { SearchAllAnswer, SearchResult } from "../../../contract/search.ts";
import type { Principal } from "../../access/sessions.ts";
import type { Db } from "../../db/openDb.ts";
import { type CompanyStatistics, sumStatistics } from "../../engines/search/companyStatistics.ts";
import { TooMany } from "../../errors.ts";
import type { CompanySearcher, ManyTasks, ProjectSurvey } from "./manyProjects.ts";
import { bestOf, minimumOf, presentSearchAll } from "./present.ts";
import { type ReadableProject, readableProjects } from "./readableProjects.ts";
import { withCommitPages } from "./withCommitPages.ts";

/** Milliseconds after which no further list of projects is begun; those left out are named in the answer. */
const DEADLINE = { all: 10_000, ready: 400 } as const;
/** Projects of one task, which ends earlier when its slice of time is up. */
const MAX_PER_TASK = 200;

/**
 * Searches all projects of the caller, or those named, as if they were one index. A named project that the caller may not read is ignored.
 * Three steps: the statistics of the query's terms are added up, each project scores its documents with the sums, and the projects with
 * the best scores show their results.
 */
export async function searchAll(
  db: Db,
  searcher: CompanySearcher,
  user: Principal,
  query: QueryOf<"searchAll">,
  { signal, log }: { readonly signal: AbortSignal; readonly log: FastifyBaseLogger },
): Promise<SearchAllAnswer> {
  const startedAt = performance.now();
  const { q, kind, limit, scope, first } = query;
  const projects = await readableProjects(db, user, query.project, first);
  const isLate = (): boolean => performance.now() - startedAt > DEADLINE[scope];
  const surveys = new Map<ReadableProject, ProjectSurvey>();
  const results: { readonly project: ReadableProject; readonly results: readonly SearchResult[] }[] = [];

  /** Searches a list of projects, those of one thread one after the other. */
  const runStep = async <N extends keyof ManyTasks>(
    name: N,
    list: readonly ReadableProject[],
    given: Omit<ManyTasks[N]["given"], "projectIds" | "q" | "kind" | "limit">,
    receive: (project: ReadableProject, answer: ManyTasks[N]["one"]) => void,
  ): Promise<void> => {
    const threads = Map.groupBy(list, ({ slug }) => searcher.placeOf(slug));
    const runInOrder = async (of: readonly ReadableProject[]): Promise<void> => {
      for (let at = 0; at < of.length && !isLate();) {
        signal.throwIfAborted();
        const some = of.slice(at, at + MAX_PER_TASK);
        const slug = some[0]?.slug ?? "";
        const task = { ...given, projectIds: some.map(({ id }) => id), q, kind, limit } as ManyTasks[N]["given"];
        const answers = await searcher.run(name, task, { user, slug, signal, log });
        for (const [place, [, answer]] of answers.entries()) {
          const project = some[place];
          if (project && answer !== null) receive(project, answer);
        }
        at += Math.max(1, answers.length);
      }
    };
    await Promise.all([...threads.values()].map(runInOrder));
  };

  try {
    const counts = new Map<ReadableProject, CompanyStatistics>();
    const count = (list: readonly ReadableProject[], mayOpen: readonly string[] | null): Promise<void> =>
      runStep("countTerms", list, { mayOpen }, (project, answer) => counts.set(project, answer));
    // Those that are open cost little: with them first a slow one leaves out as few as possible.
    await count(
      projects,
      projects.flatMap(({ id, slug }) => (slug === first ? [id] : [])),
    );
    const cold = projects.filter((project) => !counts.has(project));
    if (scope === "all") await count(cold, null);
    const statistics = sumStatistics(counts.values());
    const counted = projects.filter((project) => counts.has(project));
    await runStep("surveyProjects", counted, { mayOpen: null, statistics }, (project, answer) =>
      surveys.set(project, answer),
    );
    const { tops, winners, minimum } = selectProjects(surveys, limit);
    await runStep("showProjects", winners, { mayOpen: null, statistics, tops }, (project, shown) => {
      const isWhole = surveys.get(project)?.minimumShouldMatch === minimum;
      results.push({ project, results: isWhole ? shown : shown.filter(({ exact }) => exact !== null) });
    });
  } catch (error) {
    // When the budget runs out halfway, return what was found.
    if (!(error instanceof TooMany) || surveys.size === 0) throw error;
  }
  const all = results.flatMap(({ project: { slug, name }, results: of }) =>
    of.map((result) => ({ ...result, project: { slug, name } })),
  );
  const shown = await withCommitPages(db, bestOf(all, limit));
  return { ...presentSearchAll(projects, surveys, shown), took_ms: performance.now() - startedAt };
}

/** The best score of each collection, and the projects that have a result among the best or named exactly. */
function selectProjects(
  surveys: ReadonlyMap<ReadableProject, ProjectSurvey>,
  limit: number,
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
