import type { SearchAllAnswer, SearchAnswer, SearchResult } from "../../../contract/search.ts";
import type { Db } from "../../db/openDb.ts";
import { type CompanyStatistics, sumStatistics } from "../../engines/search/companyStatistics.ts";
import { TooMany } from "../../errors.ts";
import type { Handler } from "../../http/router.ts";
import { MIN_PER_KIND } from "../../engines/search/blendResults.ts";
import type { CompanySearcher, ManyTasks, ProjectSurvey } from "./manyProjects.ts";
import { type AskedProject, readableProjects } from "./readableProjects.ts";
import { withCommitPages } from "./withCommitPages.ts";

/** Milliseconds after which no further list of projects is begun; those left out are named in the answer. */
const DEADLINE = { all: 10_000, ready: 400 } as const;
/** Projects of one task, which ends earlier when its slice of time is up. */
const MAX_PER_TASK = 200;

/**
 * GET search/: all projects of the caller, or those named, as if they were one index; one that the caller may not read is as good as none.
 * Three steps: the statistics of the query's terms are added up, each project scores its documents with the sums, and the projects with
 * the best scores show their results.
 */
export function searchAll(db: Db, searcher: CompanySearcher): Handler<"searchAll"> {
  return async ({ user, query, signal, log }): Promise<SearchAllAnswer> => {
    const startedAt = performance.now();
    const { q, kind, limit, scope, first } = query;
    const projects = await readableProjects(db, user, query.project, first);
    const isLate = (): boolean => performance.now() - startedAt > DEADLINE[scope];
    const surveys = new Map<AskedProject, ProjectSurvey>();
    const results: { readonly project: AskedProject; readonly results: readonly SearchResult[] }[] = [];

    /** Searches a list of projects, those of one thread one after the other. */
    const ask = async <N extends keyof ManyTasks>(
      name: N,
      list: readonly AskedProject[],
      given: Omit<ManyTasks[N]["given"], "projectIds" | "q" | "kind" | "limit">,
      receive: (project: AskedProject, answer: ManyTasks[N]["one"]) => void,
    ): Promise<void> => {
      const places = Map.groupBy(list, ({ slug }) => searcher.placeOf(slug));
      const line = async (of: readonly AskedProject[]): Promise<void> => {
        for (let at = 0; at < of.length && !isLate();) {
          signal.throwIfAborted();
          const some = of.slice(at, at + MAX_PER_TASK);
          const slug = some[0]?.slug ?? "";
          const asked = { ...given, projectIds: some.map(({ id }) => id), q, kind, limit } as ManyTasks[N]["given"];
          const answers = await searcher.run(name, asked, { user, slug, signal, log });
          for (const [place, [, answer]] of answers.entries()) {
            const project = some[place];
            if (project && answer !== null) receive(project, answer);
          }
          at += Math.max(1, answers.length);
        }
      };
      await Promise.all([...places.values()].map(line));
    };

    try {
      const counts = new Map<AskedProject, CompanyStatistics>();
      const count = (list: readonly AskedProject[], mayOpen: readonly string[] | null): Promise<void> =>
        ask("countTerms", list, { mayOpen }, (project, answer) => counts.set(project, answer));
      // Those that are open cost little: with them first a slow one leaves out as few as possible.
      await count(
        projects,
        projects.flatMap(({ id, slug }) => (slug === first ? [id] : [])),
      );
      const cold = projects.filter((project) => !counts.has(project));
      if (scope === "all") await count(cold, null);
      const statistics = sumStatistics(counts.values());
      const asked = projects.filter((project) => counts.has(project));
      await ask("surveyProjects", asked, { mayOpen: null, statistics }, (project, answer) =>
        surveys.set(project, answer),
      );
      const { tops, winners, minimum } = selectProjects(surveys, limit);
      await ask("showProjects", winners, { mayOpen: null, statistics, tops }, (project, shown) => {
        const isWhole = surveys.get(project)?.minimumShouldMatch === minimum;
        results.push({ project, results: isWhole ? shown : shown.filter(({ exact }) => exact !== null) });
      });
    } catch (error) {
      // When the budget runs out halfway, return what was found.
      if (!(error instanceof TooMany) || surveys.size === 0) throw error;
    }
    const answer = put(projects, surveys);
    const all = results.flatMap(({ project: { slug, name }, results: of }) =>
      of.map((result) => ({ ...result, project: { slug, name } })),
    );
    answer.results = await withCommitPages(db, bestOf(all, limit));
    // A value that one project lacks another may have: then it was no mistake.
    if (answer.results.length > 0) answer.mistakes = answer.mistakes.filter((one) => !isOfOneProject(one));
    answer.took_ms = performance.now() - startedAt;
    return answer;
  };
}

/** Documents with fewer of the words than the best project has in one document do not count, as within a project. */
const minimumOf = (surveys: Iterable<ProjectSurvey>): number =>
  Math.max(0, ...[...surveys].map(({ minimumShouldMatch }) => minimumShouldMatch));

/** The best score of each collection, and the projects that have a result among the best or named exactly. */
function selectProjects(
  surveys: ReadonlyMap<AskedProject, ProjectSurvey>,
  limit: number,
): { readonly tops: ReadonlyMap<string, number>; readonly winners: readonly AskedProject[]; readonly minimum: number } {
  const minimum = minimumOf(surveys.values());
  const tops = new Map<string, number>();
  const winners = new Set<AskedProject>();
  const best = new Map<string, { readonly project: AskedProject; readonly score: number }[]>();
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
  // At most `limit` of one collection are shown, whatever the others have.
  for (const of of best.values()) {
    of.sort((a, b) => b.score - a.score);
    for (const { project } of of.slice(0, limit)) winners.add(project);
  }
  return { tops, winners: [...winners], minimum };
}

function put(projects: readonly AskedProject[], surveys: ReadonlyMap<AskedProject, ProjectSurvey>): SearchAllAnswer {
  const minimum = minimumOf(surveys.values());
  const answer: SearchAllAnswer = {
    took_ms: 0,
    total: 0,
    total_capped: false,
    results: [],
    projects: [],
    mistakes: [],
  };
  for (const project of projects) {
    const { slug, name } = project;
    const one = surveys.get(project);
    const total = one === undefined ? 0 : one.minimumShouldMatch === minimum ? one.total : one.exact;
    answer.projects.push({
      slug,
      name,
      total,
      total_capped: one?.total_capped ?? false,
      searched: one !== undefined,
    });
    answer.total += total;
    answer.total_capped ||= one?.total_capped ?? true;
    for (const mistake of one?.mistakes ?? []) if (!isKnown(answer.mistakes, mistake)) answer.mistakes.push(mistake);
  }
  return answer;
}

/** The best results, at least some of each kind as within a project, in one order; the more recent of equals first. */
function bestOf<T extends Pick<SearchResult, "score" | "updated_at" | "kind">>(
  results: readonly T[],
  limit: number,
): T[] {
  const ordered = results.toSorted(
    (a, b) => b.score - a.score || (b.updated_at ?? "").localeCompare(a.updated_at ?? ""),
  );
  const certain = new Set(
    [...Map.groupBy(ordered, ({ kind }) => kind).values()].flatMap((of) => of.slice(0, MIN_PER_KIND)),
  );
  const others = ordered.filter((result) => !certain.has(result)).slice(0, Math.max(0, limit - certain.size));
  const chosen = new Set([...certain, ...others]);
  return ordered.filter((result) => chosen.has(result)).slice(0, limit);
}

const isOfOneProject = ({ code, found }: SearchAnswer["mistakes"][number]): boolean =>
  code === "unknownValue" && !/^(?:kind|type|state|status|is):/i.test(found);

const isKnown = (known: SearchAnswer["mistakes"], { code, at }: SearchAnswer["mistakes"][number]): boolean =>
  known.some((one) => one.code === code && one.at === at);
