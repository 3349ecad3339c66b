import type { FastifyBaseLogger } from "fastify";
import type { Db } from "../../db/openDb.ts";
import type { StoredEvent } from "../../db/tables/operations/events.ts";
import { listProjectsWithNewestIndex } from "../../db/tables/searches/artifacts.ts";
import { findProjectSlug } from "../../db/tables/projects/projectLists.ts";

/** Projects that are made ready after a start: those that changed last. */
const MAX_WARMED_AT_START = 5;

export interface WarmedProject {
  readonly id: string;
  readonly slug: string;
  readonly company_id: string;
}

export interface IndexWarmerOptions {
  readonly db: Db;
  readonly log: Pick<FastifyBaseLogger, "warn">;
  /** Opens the index of a project and prepares what the first question would wait for. */
  readonly warm: (project: WarmedProject, signal: AbortSignal) => Promise<void>;
}

/**
 * Opens and prepares indexes before the first search: after a start and after each sync, one at a time, in an engine thread that is otherwise
 * idle.
 */
export class IndexWarmer {
  readonly #options: IndexWarmerOptions;
  readonly #waiting = new Set<string>();
  readonly #stopping = new AbortController();
  #work: Promise<void> = Promise.resolve();

  constructor(options: IndexWarmerOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    for (const id of await listProjectsWithNewestIndex(this.#options.db, MAX_WARMED_AT_START)) this.#warm(id);
  }

  /** A sync has given a project a new index. */
  onEvent({ type, project_id }: StoredEvent): void {
    if (type === "sync.finished" && project_id !== null) this.#warm(project_id);
  }

  async stop(): Promise<void> {
    this.#stopping.abort(new Error("The server is stopping."));
    await this.#work;
  }

  #warm(projectId: string): void {
    if (this.#waiting.has(projectId)) return;
    this.#waiting.add(projectId);
    this.#work = this.#work.then(async () => {
      this.#waiting.delete(projectId);
      const { db, log, warm } = this.#options;
      const { signal } = this.#stopping;
      if (signal.aborted) return;
      try {
        const project = await findProjectSlug(db, projectId);
        if (project) await warm(project, signal);
      } catch (error) {
        // A search reports the error to its caller; this background task has none.
        if (!signal.aborted) log.warn({ err: error, projectId }, "an index could not be made ready");
      }
    });
  }
}
