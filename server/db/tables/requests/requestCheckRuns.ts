/** Which sources report check runs on requests, and the reports. */
import { type Selectable, sql } from "kysely";
import type { CheckFinding } from "../../../../contract/requests/requestChecks.ts";
import type { CheckRunState, SourceChecksTable } from "../../schema/checkSchema.ts";
import type { Db } from "../../openDb.ts";
import { newId } from "../../newId.ts";
import { databaseNow, interval } from "../../sqlTime.ts";
import { type TurnQueue, takeTurn } from "../operations/turns.ts";

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

/** Turns the reports of a source on, or changes by whom they are written and for what they ask for action. */
export async function upsertSourceChecks(
  db: Db,
  row: {
    readonly source_id: string;
    readonly blocking: readonly CheckFinding[];
    readonly drafts: boolean;
    readonly language: string;
    readonly enabled_by: string | null;
    readonly account_id: string | null;
    readonly account: string | null;
  },
): Promise<void> {
  const { enabled_by, account_id, account, drafts } = row;
  const blocking = JSON.stringify(row.blocking);
  const changed = { blocking, drafts, enabled_by, account_id, account, failure: null };
  await db
    .insertInto("source_checks")
    .values({ ...row, blocking })
    .onConflict((conflict) => conflict.column("source_id").doUpdateSet(changed))
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

/** Reports by the account of a user have no member from now on, so that none is written. @param failure why, as a stored message */
export async function endReportsOf(tx: Db, userId: string, failure: string): Promise<void> {
  await tx
    .updateTable("source_checks")
    .set({ enabled_by: null, failure })
    .where("enabled_by", "=", userId)
    .where("account_id", "is not", null)
    .execute();
}

/** One report of a source at a time, since hosts ask for requests one after another; two of a company. */
const LIMITS = { perSource: 1, perCompany: 2 };
const QUEUE: TurnQueue = {
  settings: "source_checks",
  work: "request_check_runs",
  id: "request_id",
  dueAt: "due_at",
  state: "waiting",
  // The pause holds for all reports of the source, also for one that is queued after the host has asked to wait.
  isServed: sql`(c.waits_until is null or c.waits_until <= now())`,
};

/**
 * Has open requests wait for a report whose head has none: those that changed since the reports of their source are on, and that are read
 * whole. Several events about one request are one report of its newest head. The lease of a process that reports on the former head is kept,
 * so that the next report begins after that one.
 * @param perSource reports of one source that wait at the same time
 */
export async function queueCheckRuns(db: Db, perSource: number): Promise<void> {
  await sql`
    insert into request_check_runs (request_id, source_id, head_hash, state, changed_at)
    select r.id, r.source_id, r.head_hash, 'waiting', r.updated_at
    from source_checks c
    join sources s on s.id = c.source_id and s.paused_at is null
    cross join lateral (
      select count(*) as count from request_check_runs w where w.source_id = c.source_id and w.state = 'waiting'
    ) waiting
    cross join lateral (
      select r.id, r.source_id, r.head_hash, r.updated_at
      from change_requests r left join request_check_runs known on known.request_id = r.id
      where r.source_id = c.source_id and r.state = 'open' and r.head_hash is not null and r.details_at is not null and (c.drafts or not r.is_draft)
        and r.updated_at >= c.enabled_at and (known.request_id is null or known.head_hash <> r.head_hash
          -- It was closed, or had another head for a while, and has this one again.
          or (known.state = 'outdated' and r.updated_at > known.changed_at))
      order by r.updated_at, r.id
      limit greatest(${perSource}::integer - waiting.count, 0)
    ) r
    on conflict (request_id) do update
      set head_hash = excluded.head_hash, state = 'waiting', attempts = 0, due_at = now(), settled_at = null, changed_at = excluded.changed_at,
        queued_at = now()`.execute(db);
}

/** Takes the next report, for as long as the lease. A process that ends leaves it to the next one. */
export async function leaseCheckRun(db: Db, leaseMs: number) {
  const taken = await db.transaction().execute(async (tx) => {
    const id = await takeTurn(tx, QUEUE, LIMITS);
    if (id === undefined) return undefined;
    return tx
      .updateTable("request_check_runs")
      .set((row) => ({
        leased_until: sql<Date>`${databaseNow()} + ${interval(leaseMs)}`,
        lease: newId(),
        attempts: row("attempts", "+", 1),
      }))
      .where("request_id", "=", id)
      .returning(["request_id", "head_hash", "attempts", "lease", "queued_at"])
      .returning(["note_id", "note_by", "note_number", "note_removed"])
      .executeTakeFirst();
  });
  if (!taken) return undefined;
  const about = await db
    .selectFrom("change_requests as request")
    .innerJoin("sources as source", "source.id", "request.source_id")
    .innerJoin("projects as project", "project.id", "request.project_id")
    .innerJoin("source_checks as checks", "checks.source_id", "request.source_id")
    .select(["request.id", "request.number", "request.external_id", "request.source_id"])
    .select(["source.url", "source.provider", "source.paused_at", "source.secret_id", "source.access_by"])
    .select(["source.app_installation_id", "checks.blocking", "checks.language", "checks.enabled_by"])
    .select(["checks.account_id", "project.id as project_id", "project.slug", "project.company_id"])
    .where("request.id", "=", taken.request_id)
    .executeTakeFirst();
  const { head_hash: head, request_id: _, ...rest } = taken;
  return about && { ...about, ...rest, head };
}
export type LeasedCheckRun = NonNullable<Awaited<ReturnType<typeof leaseCheckRun>>>;
type CheckRunLease = Pick<LeasedCheckRun, "id" | "head" | "lease">;

/** Whether the process still has the report, and its request still has this head. Asked before each request that changes something. */
export async function holdsCheckRun(db: Db, { id, head, lease }: CheckRunLease): Promise<boolean> {
  const row = await db
    .selectFrom("request_check_runs")
    .select("request_id")
    .where("request_id", "=", id)
    .where("lease", "=", lease)
    .where("head_hash", "=", head)
    .where("leased_until", ">", databaseNow())
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores what is known of the note of a request, also while a newer head waits. @returns false where another process has the report */
export async function updateCheckNote(
  db: Db,
  { id, lease }: CheckRunLease,
  note: Pick<LeasedCheckRun, "note_id" | "note_by" | "note_number" | "note_removed">,
): Promise<boolean> {
  const { numUpdatedRows: changed } = await db
    .updateTable("request_check_runs")
    .set(note)
    .where("request_id", "=", id)
    .where("lease", "=", lease)
    .executeTakeFirst();
  return changed > 0n;
}

/**
 * Whether a sync of one of these repositories may still bring the code of a head: it is the first one, or it has not ended and no complete one began
 * after the report was queued.
 * @param atMostMs how long after it was queued a report waits for a sync that is not the first one
 */
export async function isCodeOnItsWay(
  db: Db,
  repositoryIds: readonly string[],
  { queued_at: queuedAt }: Pick<LeasedCheckRun, "queued_at">,
  atMostMs: number,
): Promise<boolean> {
  const row = await db
    .selectFrom("sources")
    .select("id")
    .where("id", "in", [...repositoryIds, ""])
    // Between two syncs, of which the second was requested while the first one ran, a source is ready for a moment.
    .where((is) => is.or([is("sync_state", "in", ["queued", "running"]), is("sync_again", "=", true)]))
    .where("paused_at", "is", null)
    .where("waits_for", "is", null)
    .where((is) =>
      is.or([
        is("sync_finished_at", "is", null),
        is.and([
          is(sql<Date>`now() - ${interval(atMostMs)}`, "<", queuedAt),
          is.or([is("sync_began_at", "is", null), is("sync_began_at", "<", queuedAt)]),
        ]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends a report. A newer head of its request stays waiting, and is free to be taken. */
export async function completeCheckRun(
  db: Db,
  { id, head, lease }: CheckRunLease,
  state: Exclude<CheckRunState, "waiting">,
): Promise<void> {
  await sql`
    update request_check_runs set leased_until = null,
      settled_at = case when head_hash = ${head} then now() else settled_at end,
      state = case when head_hash = ${head} then ${state} else state end
    where request_id = ${id} and lease = ${lease}`.execute(db);
}

/**
 * Lets all reports of a source wait, after its host has asked for it, and those of the company's other sources that are written by the same
 * installation or account.
 */
export async function postponeCheckRuns(db: Db, sourceId: string, waitMs: number): Promise<void> {
  await sql`
    update source_checks set waits_until = greatest(waits_until, now() + ${interval(waitMs)})
    where source_id = ${sourceId} or source_id in (
      select other.id
      from sources own join projects of on of.id = own.project_id join source_checks c on c.source_id = own.id
      join sources other on other.provider = own.provider join projects p on p.id = other.project_id and p.company_id = of.company_id
      join source_checks d on d.source_id = other.id
      where own.id = ${sourceId} and (other.app_installation_id = own.app_installation_id or d.account_id = c.account_id)
    )`.execute(db);
}

/** Reports it later. @param counts whether the attempt is one of those after which it is given up */
export async function postponeCheckRun(
  db: Db,
  { id, head, lease }: CheckRunLease,
  { waitMs, counts }: { readonly waitMs: number; readonly counts: boolean },
): Promise<void> {
  await sql`
    update request_check_runs set leased_until = null,
      due_at = case when head_hash = ${head} then now() + ${interval(waitMs)} else due_at end,
      attempts = case when head_hash = ${head} then attempts - ${counts ? 0 : 1}::integer else attempts end
    where request_id = ${id} and lease = ${lease}`.execute(db);
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
