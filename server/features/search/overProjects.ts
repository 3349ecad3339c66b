import type { FastifyBaseLogger } from "fastify";
import type { Principal } from "../../access/sessions.ts";
import type { CompanySearcher, ManyTasks } from "./manyProjects.ts";
import type { ReadableProject } from "./readableProjects.ts";

/** Projects of one task, which ends earlier when its slice of time is up. */
const MAX_PER_TASK = 200;

export interface OverProjectsOptions {
  readonly user: Principal;
  readonly signal: AbortSignal;
  readonly log: FastifyBaseLogger;
  /** No further list of projects is begun. */
  readonly isLate: () => boolean;
}

/** Runs a task over lists of projects, those of one thread one after the other. */
export type OverProjects = <N extends keyof ManyTasks>(
  name: N,
  projects: readonly ReadableProject[],
  given: Omit<ManyTasks[N]["given"], "projectIds">,
  receive: (project: ReadableProject, answer: ManyTasks[N]["one"]) => void,
) => Promise<void>;

export function overProjects(
  searcher: CompanySearcher,
  { user, signal, log, isLate }: OverProjectsOptions,
): OverProjects {
  return async (name, projects, given, receive) => {
    const threads = Map.groupBy(projects, ({ slug }) => searcher.placeOf(slug, user));
    const runInOrder = async (of: readonly ReadableProject[]): Promise<void> => {
      for (let at = 0; at < of.length && !isLate();) {
        signal.throwIfAborted();
        const some = of.slice(at, at + MAX_PER_TASK);
        const slug = some[0]?.slug ?? "";
        // The list is what `given` lacks of the task.
        const task = { ...given, projectIds: some.map(({ id }) => id) } as unknown as ManyTasks[typeof name]["given"];
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
}
