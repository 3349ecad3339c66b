/** Which sources report check runs on requests, and the reports. */
import { type Selectable, sql } from "kysely";
import type { CheckFinding } from "../../../contract/requestChecks.ts";
import type { SourceChecksTable } from "../checkSchema.ts";
import type { Db } from "../openDb.ts";
import { databaseNow, interval } from "../sqlTime.ts";
import { type TurnQueue, takeTurn } from "./turns.ts";

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
    readonly drafts: boolean;
    readonly language: string;
    readonly enabled_by: string;
  },
): Promise<void> {
  const blocking = JSON.stringify(row.blocking);
  await db
    .insertInto("source_checks")
    .values({ ...row, blocking })
    .onConflict((conflict) => conflict.column("source_id").doUpdateSet({ blocking, drafts: row.drafts, failure: null }))
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

/** One report of a source at a time, since hosts ask for requests one after another; two of a company. */
const LIMITS = { perSource: 1, perCompany: 2 };
const QUEUE: TurnQueue = {
  settings: "source_checks",
  work: "request_check_runs",
  id: "request_id",
  dueAt: "due_at",
  state: "waiting",
  isServed: sql`true`,
};

/**
 * Has open requests wait for a report whose head has none: those that changed since the reports of their source are on, and that are read
 * whole. Several events about one request are one report of its newest head.
 * @param perSource reports of one source that wait at once
 */
export async function queueCheckRuns(db: Db, perSource: number): Promise<void> {
  await sql`
    insert into request_check_runs (request_id, source_id, head_hash, state)
    select r.id, r.source_id, r.head_hash, 'waiting'
    from source_checks c
    join sources s on s.id = c.source_id and s.paused_at is null
    cross join lateral (
      select count(*) as count from request_check_runs w where w.source_id = c.source_id and w.state = 'waiting'
    ) waiting
    cross join lateral (
      select r.id, r.source_id, r.head_hash
      from change_requests r left join request_check_runs known on known.request_id = r.id
      where r.source_id = c.source_id and r.state = 'open' and r.head_hash is not null and r.details_at is not null and (c.drafts or not r.is_draft)
        and r.updated_at >= c.enabled_at and (known.request_id is null or known.head_hash <> r.head_hash)
      order by r.updated_at, r.id
      limit greatest(${perSource}::integer - waiting.count, 0)
    ) r
    on conflict (request_id) do update
      set head_hash = excluded.head_hash, state = 'waiting', attempts = 0, due_at = now(), leased_until = null, settled_at = null`.execute(
    db,
  );
}

/** Takes the next report, for as long as the lease. A process that ends leaves it to the next one. */
export async function takeCheckRun(db: Db, leaseMs: number) {
  const taken = await db.transaction().execute(async (tx) => {
    const id = await takeTurn(tx, QUEUE, LIMITS);
    if (id === undefined) return undefined;
    return tx
      .updateTable("request_check_runs")
      .set((row) => ({
        leased_until: sql<Date>`${databaseNow()} + ${interval(leaseMs)}`,
        attempts: row("attempts", "+", 1),
      }))
      .where("request_id", "=", id)
      .returning(["request_id", "head_hash", "attempts"])
      .executeTakeFirst();
  });
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
    .set({ state, settled_at: databaseNow(), leased_until: null })
    .where("request_id", "=", id)
    .where("head_hash", "=", head)
    .execute();
}

/** Lets all reports of a source wait, such as after its host has asked for it. */
export async function delayCheckRuns(db: Db, sourceId: string, waitMs: number): Promise<void> {
  const at = sql<Date>`${databaseNow()} + ${interval(waitMs)}`;
  await db
    .updateTable("request_check_runs")
    .set((row) => ({ due_at: sql<Date>`greatest(${row.ref("due_at")}, ${at})` }))
    .where("source_id", "=", sourceId)
    .where("state", "=", "waiting")
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
    .set({ due_at: sql<Date>`${databaseNow()} + ${interval(waitMs)}`, leased_until: null })
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
