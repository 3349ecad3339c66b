/**
 * pg-boss compares the times of its rows with the database's clock. After that clock was set back, what was stored by the old one lies in
 * the future: a queued job would not be taken, and a dead worker's job not be given to another, before the clock has caught up.
 */
import { readDatabaseTime } from "../db/databaseStatus.ts";
import { updateFutureJobTimes } from "../db/tables/operations/jobs.ts";
import type { OpenDb } from "../db/openedDb.ts";

const POLL_INTERVAL_MS = 5000;
/** Steps back that are ignored: the polling itself varies, and no wait of the queue is as short. */
const TOLERANCE_MS = 30_000;

/** Looks at the database's clock now and then, and corrects the queue's rows when it was set back. At the start they are corrected in any case. */
export class QueueClock {
  readonly #database: Pick<OpenDb, "db" | "run">;
  readonly #onError: (error: unknown) => void;
  /** The database's time less the time of this process's own clock, which nothing sets; in milliseconds. */
  #offset: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;

  constructor(database: Pick<OpenDb, "db" | "run">, onError: (error: unknown) => void) {
    this.#database = database;
    this.#onError = onError;
  }

  async start(): Promise<void> {
    await this.look();
    this.#timer = setInterval(() => {
      this.#looking ??= this.look()
        .catch(this.#onError)
        .finally(() => {
          this.#looking = undefined;
        });
    }, POLL_INTERVAL_MS);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
  }

  /** Corrects the rows if the clock was set back since the last look. */
  async look(): Promise<void> {
    const offset = (await readDatabaseTime(this.#database.db)) - performance.now();
    const isBack = this.#offset === undefined || offset < this.#offset - TOLERANCE_MS;
    if (isBack) await updateFutureJobTimes(this.#database);
    this.#offset = offset;
  }
}
