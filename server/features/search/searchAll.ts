import type { FastifyBaseLogger } from "fastify";
import type { QueryOf } from "../../../contract/endpoints.ts";
import type { SearchAllAnswer } from "../../../contract/search/search.ts";
import type { Principal } from "../../access/sessions/sessions.ts";
import type { Db } from "../../db/openDb.ts";
import { TooMany } from "../../errors.ts";
import { projectStamps } from "../../project/projectState.ts";
import type { CompanySearcher, ManyTasks } from "./manyTasks.ts";
import { overProjects } from "./overProjects.ts";
import { readableProjects } from "./readableProjects.ts";
import { CompanySearch } from "./CompanySearch.ts";
import { understandQuery } from "./understandQuery.ts";
import { unsearchableSources } from "./unsearchable.ts";

/**
 * Milliseconds after which each step begins no further list of projects: those that were counted in time are surveyed, and the best of them are
 * shown. Those left out are named in the answer.
 */
const DEADLINES: Readonly<Record<QueryOf<"searchAll">["scope"], Deadlines>> = {
  all: { countWords: 6000, countTerms: 7000, surveyProjects: 9000, showProjects: 10_000, countQueries: 10_000 },
  ready: { countWords: 400, countTerms: 500, surveyProjects: 800, showProjects: 1000, countQueries: 0 },
};
type Deadlines = Readonly<Partial<Record<keyof ManyTasks, number>>>;
type SearchAllRequest = Omit<QueryOf<"searchAll">, "limit"> & { readonly limit: number };

const NONE_UNSEARCHABLE: ReturnType<typeof unsearchableSources> = Promise.resolve({ total: 0, sources: [] });

export interface SearchAllOptions {
  readonly signal: AbortSignal;
  readonly log: FastifyBaseLogger;
  readonly deadlines?: Deadlines;
}

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
  { signal, log, deadlines = DEADLINES[request.scope] }: SearchAllOptions,
): Promise<SearchAllAnswer> {
  const startedAt = performance.now();
  const { limit, scope, first, project: named, in_project: inProject, ...query } = request;
  const projects = await readableProjects(db, user, named, first);
  const ids = projects.map(({ id }) => id);
  // Read while the engines search. A search that fails does not wait for it.
  const unsearchable = scope === "all" ? unsearchableSources(db, user, named) : NONE_UNSEARCHABLE;
  unsearchable.catch(() => undefined);
  const states = await projectStamps(db, ids);
  const isLate = (step: keyof ManyTasks): boolean => performance.now() - startedAt > (deadlines[step] ?? 0);
  const run = overProjects(searcher, { user, signal, log, states, isLate });
  const search = new CompanySearch({ projects, query, limit, inProject, run });
  try {
    const understood = await understandQuery(projects, query, run, { first, mayOpenAll: scope === "all" });
    await search.score(understood);
    if (scope === "all") await search.countOtherReadings(understood);
  } catch (error) {
    // When the budget runs out halfway, return what was found.
    if (!(error instanceof TooMany) || !search.hasSurveys) throw error;
  }
  return {
    ...(await search.present(db)),
    unsearchable: await unsearchable,
    took_ms: performance.now() - startedAt,
  };
}
