/**
 * pg-boss compares the times of its rows with the database's clock. After that clock was set back, what was stored by the old one lies in
 * the future: a queued job would not be taken, and a dead worker's job not be given to another, before the clock has caught up.
 */
import { sql } from "kysely";
import type { OpenDb } from "../db/openedDb.ts";

const POLL_INTERVAL_MS = 5000;
/** Steps back that are ignored: the polling itself varies, and no wait of the queue is as short. */
const TOLERANCE_MS = 30_000;
/** Longer than any delay before a new try: what begins later than this was stored by another clock. */
const MAX_DELAY_MINUTES = 15;

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
    const { rows } = await sql<{ now: number }>`
      select (extract(epoch from clock_timestamp()) * 1000)::double precision as now`.execute(this.#database.db);
    const offset = (rows[0]?.now ?? 0) - performance.now();
    const isBack = this.#offset === undefined || offset < this.#offset - TOLERANCE_MS;
    if (isBack) await repairFutureTimes(this.#database);
    this.#offset = offset;
  }
}

/** Sets the times of the queue's rows that lie in the future to the present. Several processes may do it at once. */
async function repairFutureTimes({ run }: Pick<OpenDb, "run">): Promise<void> {
  await run(
    `update pgboss.job set start_after = now()
     where state in ('created', 'retry') and start_after > now() + interval '${MAX_DELAY_MINUTES} minutes'`,
  );
  // A living worker writes the next sign of life by itself.
  await run(
    `update pgboss.job set started_on = least(started_on, now()), heartbeat_on = least(heartbeat_on, now())
     where state = 'active' and greatest(started_on, heartbeat_on) > now() + interval '1 minute'`,
  );
  // When the queues were last looked through: null is "never".
  await run(
    `update pgboss.queue set monitor_claim_on = null, monitor_on = null, maintain_on = null
     where greatest(monitor_claim_on, monitor_on, maintain_on) > now() + interval '1 minute'`,
  );
  await run(`update pgboss.version set monitor_backoff_on = null where monitor_backoff_on > now() + interval '1 hour'`);
}
