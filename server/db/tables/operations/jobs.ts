/** The queue's own tables, in the schema of pg-boss. */
import { sql } from "kysely";
import type { Db } from "../../openDb.ts";
import type { OpenDb } from "../../openedDb.ts";

export interface JobCount {
  readonly name: string;
  readonly running: number;
  readonly waiting: number;
  /** Seconds since the job that waits longest was stored; null while none waits. */
  readonly oldest: number | null;
}

/** Jobs of each queue; empty before a queue has started on this database. */
export async function countJobs(db: Db): Promise<JobCount[]> {
  const { rows: tables } = await sql<{ there: boolean }>`select to_regclass('pgboss.job') is not null as there`.execute(
    db,
  );
  if (tables[0]?.there !== true) return [];
  const { rows } = await sql<JobCount>`
    select name, count(*) filter (where state = 'active')::int as running,
      count(*) filter (where state in ('created', 'retry'))::int as waiting,
      max(case when state in ('created', 'retry') then extract(epoch from now() - created_on) end)::float8 as oldest
    from pgboss.job where state in ('created', 'retry', 'active') and name not like '\\_\\_%'
    group by 1 order by 1`.execute(db);
  return rows;
}

/** Longer than any delay before a new try: what begins later than this was stored by another clock. */
const MAX_DELAY_MINUTES = 15;

/** Sets times of the queue's rows that lie in the future to the present. Several processes may do it at the same time. */
export async function updateFutureJobTimes({ run }: Pick<OpenDb, "run">): Promise<void> {
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
