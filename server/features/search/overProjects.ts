import type { FastifyBaseLogger } from "fastify";
import type { Principal } from "../../access/sessions.ts";
import type { ProjectStamp } from "../projects/projectState.ts";
import type { CompanySearcher, ManyTasks } from "./manyTasks.ts";
import type { ReadableProject } from "./readableProjects.ts";

/** Projects of one task, which ends earlier when its slice of time is up. */
const MAX_PER_TASK = 200;

export interface OverProjectsOptions {
  readonly user: Principal;
  readonly signal: AbortSignal;
  readonly log: FastifyBaseLogger;
  /** Which index each project has; each task asks for it when left out. */
  readonly states?: ReadonlyMap<string, ProjectStamp>;
  /** No further list of projects is begun. */
  readonly isLate: (name: keyof ManyTasks) => boolean;
}

/** What a task is given besides its projects. */
export type StepGiven<N extends keyof ManyTasks> = Omit<ManyTasks[N]["given"], "projectIds" | "states">;

/** Runs a task over lists of projects, those of one thread one after the other. */
export type OverProjects = <N extends keyof ManyTasks>(
  name: N,
  projects: readonly ReadableProject[],
  given: StepGiven<N> | (() => StepGiven<N>),
  receive: (project: ReadableProject, answer: ManyTasks[N]["one"]) => void,
) => Promise<void>;

export function overProjects(
  searcher: CompanySearcher,
  { user, signal, log, states, isLate }: OverProjectsOptions,
): OverProjects {
  return async (name, projects, given, receive) => {
    const threads = Map.groupBy(projects, ({ slug }) => searcher.placeOf(slug, user));
    const runInOrder = async (of: readonly ReadableProject[]): Promise<void> => {
      for (let at = 0; at < of.length && !isLate(name);) {
        signal.throwIfAborted();
        const some = of.slice(at, at + MAX_PER_TASK);
        const slug = some[0]?.slug ?? "";
        // The list is what `given` lacks of the task.
        const task = {
          ...(isFunction(given) ? given() : given),
          projectIds: some.map(({ id }) => id),
          ...(states && { states: new Map(some.flatMap(({ id }) => (states.has(id) ? [[id, states.get(id)]] : []))) }),
        } as unknown as ManyTasks[typeof name]["given"];
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

const isFunction = <T extends object>(given: T | (() => T)): given is () => T => typeof given === "function";
