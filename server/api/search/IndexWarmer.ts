import type { FastifyBaseLogger } from "fastify";
import type { Db } from "../../db/openDb.ts";
import { warmIndex } from "../../engines/search/warm.ts";
import type { StoredEvent } from "../../events/EventFeed.ts";
import type { IndexStore, OpenedIndex } from "../../index/indexStore.ts";
import { openForSearch } from "./openForSearch.ts";

/** Projects that are made ready after a start: those that changed last. */
const AT_START = 5;

export interface IndexWarmerOptions {
  readonly db: Db;
  readonly indexes: IndexStore;
  readonly log: FastifyBaseLogger;
  /** What else is made ready with a project's index. */
  readonly prepare: (projectId: string, index: OpenedIndex) => Promise<void>;
}

/**
 * Opens indexes and makes them ready before somebody searches: after a start and after each sync, one at a time and in small steps,
 * so that nobody else waits for it.
 */
export class IndexWarmer {
  readonly #db: Db;
  readonly #indexes: IndexStore;
  readonly #log: FastifyBaseLogger;
  readonly #prepare: IndexWarmerOptions["prepare"];
  readonly #waiting = new Set<string>();
  #work: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor({ db, indexes, log, prepare }: IndexWarmerOptions) {
    this.#db = db;
    this.#prepare = prepare;
    this.#indexes = indexes;
    this.#log = log;
  }

  async start(): Promise<void> {
    const rows = await this.#db
      .selectFrom("artifacts")
      .select("project_id")
      .orderBy("updated_at", "desc")
      .limit(AT_START)
      .execute();
    for (const { project_id } of rows) this.#warm(project_id);
  }

  /** A sync has given a project a new index. */
  hear({ type, project_id }: StoredEvent): void {
    if (type === "sync.finished" && project_id !== null) this.#warm(project_id);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#work;
  }

  #warm(projectId: string): void {
    if (this.#waiting.has(projectId)) return;
    this.#waiting.add(projectId);
    this.#work = this.#work.then(async () => {
      this.#waiting.delete(projectId);
      if (this.#isStopped) return;
      try {
        const { index, people } = await openForSearch(this.#db, this.#indexes, projectId, this.#log);
        await warmIndex(index, people);
        await this.#prepare(projectId, index);
      } catch (error) {
        // Whoever searches is told what is wrong; here nobody asked.
        this.#log.warn({ err: error, projectId }, "an index could not be made ready");
      }
    });
  }
}
