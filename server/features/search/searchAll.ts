import type { FastifyBaseLogger } from "fastify";
import type { SearchAllAnswer, SearchAnswer, SearchResult } from "../../../contract/search.ts";
import type { Principal } from "../../access/sessions.ts";
import type { Db } from "../../db/openDb.ts";
import type { Handler } from "../../http/router.ts";
import { type AskedProject, readableProjects } from "./readableProjects.ts";
import { SearchBudget } from "./SearchBudget.ts";
import type { OneProject, OneProjectFound } from "./searchOneProject.ts";
import { withCommitPages } from "./withCommitPages.ts";

/** Milliseconds after which no further project is begun; those left out are named in the answer. */
const BUDGET_MS = { all: 1500, ready: 400 } as const;
/** More projects than this are not asked at once: the most recently changed come first, the others are named. */
const MAX_PROJECTS = 100;

/** Searches one project for a question over many. */
export type SearchOne = (
  given: OneProject,
  options: {
    readonly user: Principal;
    readonly slug: string;
    readonly signal: AbortSignal;
    readonly log: FastifyBaseLogger;
  },
) => Promise<OneProjectFound | null>;

/** GET search/: all projects of the caller, or those named; one that the caller may not read is as good as none. */
export function searchAll(db: Db, searchOne: SearchOne): Handler<"searchAll"> {
  return async ({ user, query, signal, log }): Promise<SearchAllAnswer> => {
    const { q, kind, limit, scope, first } = query;
    const budget = new SearchBudget<OneProjectFound>(BUDGET_MS[scope], signal);
    const projects = await readableProjects(db, user, query.project, first);
    const ask = (project: AskedProject, mayOpen: boolean): Promise<OneProjectFound | null> =>
      searchOne({ projectId: project.id, q, kind, limit, mayOpen }, { user, slug: project.slug, signal, log });
    const asked = projects.slice(0, MAX_PROJECTS);
    // Open projects cost little: searched first, they leave out as few as possible.
    await budget.each(asked, (project) => ask(project, project.slug === first));
    const cold = asked.filter((project) => !budget.found.has(project));
    if (scope === "all") await budget.each(cold, (project) => ask(project, true));
    const answer = put(projects, budget.found);
    answer.results = await withCommitPages(db, bestOf(answer.results, limit));
    answer.took_ms = performance.now() - budget.startedAt;
    return answer;
  };
}

function put(projects: readonly AskedProject[], found: ReadonlyMap<AskedProject, OneProjectFound>): SearchAllAnswer {
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
    const one = found.get(project);
    answer.projects.push({
      slug,
      name,
      total: one?.total ?? 0,
      total_capped: one?.total_capped ?? false,
      searched: one !== undefined,
    });
    answer.total += one?.total ?? 0;
    answer.total_capped ||= one?.total_capped ?? true;
    for (const result of one?.results ?? []) answer.results.push({ ...result, project: { slug, name } });
    for (const mistake of one?.mistakes ?? []) if (!isKnown(answer.mistakes, mistake)) answer.mistakes.push(mistake);
  }
  // A value that one project lacks another may have: then it was no mistake.
  if (answer.results.length > 0) answer.mistakes = answer.mistakes.filter((one) => !isOfOneProject(one));
  return answer;
}

/** Scores are comparable within a project only: exact hits first, then the projects' hits by score, the more recent of equals. */
function bestOf<T extends Pick<SearchResult, "score" | "updated_at">>(results: readonly T[], limit: number): T[] {
  return results
    .toSorted((a, b) => b.score - a.score || (b.updated_at ?? "").localeCompare(a.updated_at ?? ""))
    .slice(0, limit);
}

const isOfOneProject = ({ code, found }: SearchAnswer["mistakes"][number]): boolean =>
  code === "unknownValue" && !/^(?:kind|type|state|status|is):/i.test(found);

const isKnown = (known: SearchAnswer["mistakes"], { code, at }: SearchAnswer["mistakes"][number]): boolean =>
  known.some((one) => one.code === code && one.at === at);
