/** Which sources report check runs on requests, and the reports. */
import { type Selectable, sql } from "kysely";
import type { CheckFinding } from "../../../contract/requestChecks.ts";
import type { SourceChecksTable } from "../checkSchema.ts";
import type { Db } from "../openDb.ts";

export const findSourceChecks = (db: Db, sourceId: string): Promise<Selectable<SourceChecksTable> | undefined> =>
  db.selectFrom("source_checks").selectAll().where("source_id", "=", sourceId).executeTakeFirst();

/** How many reports of a source are in each state. */
export const countCheckRuns = (db: Db, sourceId: string) =>
  db
    .selectFrom("request_check_runs")
    .select(({ fn }) => ["state", fn.countAll<string>().as("count")])
    .where("source_id", "=", sourceId)
    .groupBy("state")
    .execute();

/** Turns the reports of a source on, or changes for what they ask for action. */
export async function upsertSourceChecks(
  db: Db,
  row: {
    readonly source_id: string;
    readonly blocking: readonly CheckFinding[];
    readonly language: string;
    readonly enabled_by: string;
  },
): Promise<void> {
  const blocking = JSON.stringify(row.blocking);
  await db
    .insertInto("source_checks")
    .values({ ...row, blocking })
    .onConflict((conflict) => conflict.column("source_id").doUpdateSet({ blocking, failure: null }))
    .execute();
}

/** Turns them off; what was reported stays at the host. */
export async function deleteSourceChecks(db: Db, sourceId: string): Promise<void> {
  await db.deleteFrom("source_checks").where("source_id", "=", sourceId).execute();
}

/** @param failure as a stored message; null: the host took the report */
export async function updateCheckFailure(db: Db, sourceId: string, failure: string | null): Promise<void> {
  await db.updateTable("source_checks").set({ failure }).where("source_id", "=", sourceId).execute();
}

/**
 * Has open requests wait for a report whose head has none: those that changed since the reports of their source are on, and that are read
 * whole. Several events about one request are one report of its newest head.
 */
export async function queueCheckRuns(db: Db, limit: number): Promise<void> {
  await sql`
    insert into request_check_runs (request_id, source_id, head_hash, state)
    select r.id, r.source_id, r.head_hash, 'waiting'
    from source_checks c
    join sources s on s.id = c.source_id and s.paused_at is null
    join change_requests r on r.source_id = c.source_id
    left join request_check_runs known on known.request_id = r.id
    where r.state = 'open' and r.head_hash is not null and r.details_at is not null and r.updated_at >= c.enabled_at
      and (known.request_id is null or known.head_hash <> r.head_hash)
    order by r.updated_at, r.id
    limit ${limit}
    on conflict (request_id) do update
      set head_hash = excluded.head_hash, state = 'waiting', attempts = 0, due_at = now(), settled_at = null`.execute(
    db,
  );
}

/** Takes the report that waits longest, for as long as the lease. A process that ends leaves it to the next one. */
export async function takeCheckRun(db: Db, leaseMs: number) {
  const { rows } = await sql<{ request_id: string; head_hash: string; attempts: number }>`
    update request_check_runs set due_at = now() + ${leaseMs} * interval '1 millisecond', attempts = attempts + 1
    where request_id = (
      select request_id from request_check_runs where state = 'waiting' and due_at <= now()
      order by due_at, request_id limit 1 for update skip locked
    )
    returning request_id, head_hash, attempts`.execute(db);
  const [taken] = rows;
  if (!taken) return undefined;
  const about = await db
    .selectFrom("change_requests as request")
    .innerJoin("sources as source", "source.id", "request.source_id")
    .innerJoin("projects as project", "project.id", "request.project_id")
    .innerJoin("source_checks as checks", "checks.source_id", "request.source_id")
    .select(["request.id", "request.number", "request.source_id", "source.url", "source.provider", "source.paused_at"])
    .select(["source.app_installation_id", "checks.blocking", "checks.language"])
    .select(["project.id as project_id", "project.slug", "project.company_id"])
    .where("request.id", "=", taken.request_id)
    .executeTakeFirst();
  return about && { ...about, head: taken.head_hash, attempts: taken.attempts };
}
export type TakenCheckRun = NonNullable<Awaited<ReturnType<typeof takeCheckRun>>>;

/** Ends a report, if its request still has this head. */
export async function settleCheckRun(
  db: Db,
  { id, head }: Pick<TakenCheckRun, "id" | "head">,
  state: "reported" | "outdated" | "refused",
): Promise<void> {
  await db
    .updateTable("request_check_runs")
    .set({ state, settled_at: sql<Date>`now()` })
    .where("request_id", "=", id)
    .where("head_hash", "=", head)
    .execute();
}

/** Reports it later. */
export async function postponeCheckRun(
  db: Db,
  { id, head }: Pick<TakenCheckRun, "id" | "head">,
  waitMs: number,
): Promise<void> {
  await db
    .updateTable("request_check_runs")
    .set({ due_at: sql<Date>`now() + ${waitMs} * interval '1 millisecond'` })
    .where("request_id", "=", id)
    .where("head_hash", "=", head)
    .execute();
}

/** The requests of a source that changed last. */
export const listNewestRequests = (db: Db, sourceId: string, limit: number): Promise<{ readonly id: string }[]> =>
  db
    .selectFrom("change_requests")
    .select("id")
    .where("source_id", "=", sourceId)
    .orderBy("updated_at", "desc")
    .orderBy("id")
    .limit(limit)
    .execute();

/** The sources of issues, by id. */
export const listSourcesOfIssues = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom("issues")
    .select(["id", "source_id"])
    .where("id", "in", [...ids, ""])
    .execute();
