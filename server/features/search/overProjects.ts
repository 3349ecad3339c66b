import type { FastifyBaseLogger } from "fastify";
import type { Principal } from "../../access/sessions/sessions.ts";
import type { ProjectStamp } from "../../project/projectState.ts";
import type { CompanySearcher, ManyTasks, ProjectList } from "./manyTasks.ts";
import type { ReadableProject } from "./readableProjects.ts";

/** Projects of one task, which ends earlier when its slice of time is up. */
const MAX_PER_TASK = 200;
/** Projects of the first task of each thread where scores of one project spare others: the next task knows those of all threads. */
const FIRST_SURVEYED = 24;

export interface OverProjectsOptions {
  readonly user: Principal;
  readonly signal: AbortSignal;
  readonly log: FastifyBaseLogger;
  /** Which index each project has; each task asks for it when left out. */
  readonly states?: ReadonlyMap<string, ProjectStamp>;
  /** No further list of projects is begun. */
  readonly isLate: (name: keyof ManyTasks) => boolean;
}

/** Runs a task over lists of projects, those of one thread one after the other. */
export type OverProjects = <N extends keyof ManyTasks>(
  name: N,
  projects: readonly ReadableProject[],
  input: ManyTasks[N]["given"] | (() => ManyTasks[N]["given"]),
  receive: (project: ReadableProject, answer: ManyTasks[N]["one"]) => void,
  receiveTotals?: (task: ManyTasks[N]["task"]) => void,
) => Promise<void>;

export function overProjects(
  searcher: CompanySearcher,
  { user, signal, log, states, isLate }: OverProjectsOptions,
): OverProjects {
  const listOf = (some: readonly ReadableProject[]): ProjectList => {
    const projectIds = some.map(({ id }) => id);
    if (!states) return { projectIds };
    const statesOfProjects = projectIds.flatMap((id) => {
      const state = states.get(id);
      return state ? [[id, state] as const] : [];
    });
    return { projectIds, states: new Map(statesOfProjects) };
  };
  return async (name, projects, input, receive, receiveTotals) => {
    const threads = Map.groupBy(projects, ({ slug }) => searcher.threadOf(slug, user));
    const runInOrder = async (of: readonly ReadableProject[]): Promise<void> => {
      for (let at = 0; at < of.length && !isLate(name);) {
        signal.throwIfAborted();
        const some = of.slice(at, at + (at === 0 && name === "surveyProjects" ? FIRST_SURVEYED : MAX_PER_TASK));
        const task = { projects: listOf(some), given: isFunction(input) ? input() : input };
        const { perProject, task: totals } = await searcher.run(name, task, {
          user,
          slug: some[0]?.slug ?? "",
          signal,
          log,
        });
        let hasAnswers = false;
        for (const [place, [, answer]] of perProject.entries()) {
          const project = some[place];
          if (!project || answer === null) continue;
          receive(project, answer);
          hasAnswers = true;
        }
        if (hasAnswers) receiveTotals?.(totals);
        at += Math.max(1, perProject.length);
      }
    };
    await Promise.all([...threads.values()].map(runInOrder));
  };
}

const isFunction = <T extends object>(value: T | (() => T)): value is () => T => typeof value === "function";
