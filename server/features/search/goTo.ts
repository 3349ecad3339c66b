import type { FastifyBaseLogger } from "fastify";
import type { QueryOf } from "../../../contract/endpoints.ts";
import type { FoundName, GoToAnswer } from "../../../contract/search/goTo.ts";
import type { Principal } from "../../access/sessions/sessions.ts";
import type { Db } from "../../db/openDb.ts";
import type { FoundInProject } from "../../engines/goTo/foundNames.ts";
import type { GoToProject } from "./goToProject.ts";
import { readableProjects } from "./readableProjects.ts";
import type { IndexOpenThrottle } from "./IndexOpenThrottle.ts";
import { SearchBudget } from "./SearchBudget.ts";

/** Milliseconds after which no further project is begun: the next key press comes soon. */
const BUDGET_MS = 150;
/** Maximum of projects that are searched; those that changed last come first. */
const MAX_PROJECTS = 50;
/** Added to the score of a name of the project on the screen: more than between two kinds of match. */
const FIRST_PROJECT = 150;

/** Projects whose indexes are opened for the next key press where they are not: those that changed last. */
const OPENED_PROJECTS = 2;
/** Milliseconds after which that is given up. */
const OPENING_TIMEOUT_MS = 60_000;

/** Finds names in one project. */
export type GoToOne = (
  input: GoToProject,
  options: {
    readonly user: Principal;
    readonly slug: string;
    readonly signal: AbortSignal;
    readonly log: FastifyBaseLogger;
  },
) => Promise<FoundInProject[] | null>;

export interface GoToDeps {
  readonly db: Db;
  readonly goToOne: GoToOne;
  readonly openThrottle: IndexOpenThrottle;
}

/** Names of files, symbols, issues, requests, pages and people in the projects of the caller. */
export async function goTo(
  { db, goToOne, openThrottle }: GoToDeps,
  user: Principal,
  { q, kind, limit, first }: QueryOf<"goTo">,
  { signal, log }: { readonly signal: AbortSignal; readonly log: FastifyBaseLogger },
): Promise<GoToAnswer> {
  const budget = new SearchBudget<FoundInProject[]>(BUDGET_MS, signal);
  const projects = q.trim() === "" ? [] : await readableProjects(db, user, [], first);
  await budget.each(projects.slice(0, MAX_PROJECTS), (project) => {
    const input = { projectId: project.id, q, kind, limit, mayOpen: project.slug === first };
    return goToOne(input, { user, slug: project.slug, signal, log });
  });
  const closed = projects.slice(0, OPENED_PROJECTS).filter((project) => !budget.results.has(project));
  const opening = closed.filter(({ id: projectId, slug }) =>
    openThrottle.tryOpen(
      projectId,
      () =>
        goToOne(
          { projectId, q, kind, limit: 1, mayOpen: true },
          { user, slug, signal: AbortSignal.timeout(OPENING_TIMEOUT_MS), log },
        ),
      (error) => log.warn({ err: error, projectId }, "an index was not opened for the next key press"),
    ),
  );
  const results = [...budget.results].flatMap(([{ slug, name }, names]) =>
    names.map((match) => ({
      ...match,
      score: match.score + (slug === first ? FIRST_PROJECT : 0),
      project: { slug, name },
    })),
  );
  return {
    took_ms: performance.now() - budget.startedAt,
    results: bestOfEachKind(results, limit),
    not_searched: projects.flatMap((project) => (budget.results.has(project) ? [] : [project.name])),
    opening: opening.length > 0,
  };
}

function bestOfEachKind(names: readonly FoundName[], limit: number): FoundName[] {
  const counts = new Map<string, number>();
  return names
    .toSorted((a, b) => b.score - a.score)
    .filter(({ kind }) => {
      const count = counts.get(kind) ?? 0;
      counts.set(kind, count + 1);
      return count < limit;
    });
}
