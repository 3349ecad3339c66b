import { type Insertable, type Selectable, type Updateable, sql } from "kysely";
import type { Db } from "../../openDb.ts";
import type { ReportRunsTable, ReportsTable } from "../../schema/reportSchema.ts";

export type ReportRunRow = Selectable<ReportRunsTable>;
/** A run without what was sent. */
export type ReportRunEntry = Omit<ReportRunRow, "content">;

const ENTRY = [
  "id",
  "report_id",
  "user_id",
  "due_at",
  "state",
  "attempts",
  "next_attempt_at",
  "detail",
  "created_at",
] as const;

/** Stores runs. One that another process has stored is left as it is. */
export async function insertRuns(db: Db, runs: readonly Insertable<ReportRunsTable>[]): Promise<void> {
  if (runs.length === 0) return;
  await db
    .insertInto("report_runs")
    .values([...runs])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** A run with the company of its report. */
export type LeasedRun = ReportRunEntry & Pick<Selectable<ReportsTable>, "company_id">;

/**
 * Takes the next run that is due, and counts an attempt. Companies take turns, so that thousands of runs of one delay another by one.
 * @param leaseUntil when another process may take it
 * @param after the id of the company that had the last turn; "" for none
 */
export async function leaseDueRun(
  db: Db,
  { now, leaseUntil, after }: { readonly now: Date; readonly leaseUntil: Date; readonly after: string },
): Promise<LeasedRun | undefined> {
  const { rows } = await sql<LeasedRun>`
    update report_runs as run set attempts = attempts + 1, next_attempt_at = ${leaseUntil}
    from reports report
    where report.id = run.report_id and run.id = (
      select due.id from report_runs due join reports of on of.id = due.report_id
      where due.state = 'waiting' and due.next_attempt_at <= ${now}
      order by of.company_id <= ${after}, of.company_id, due.next_attempt_at, due.id
      limit 1 for update of due skip locked
    )
    returning ${sql.join(ENTRY.map((column) => sql.ref(`run.${column}`)))}, report.company_id`.execute(db);
  return rows[0];
}

/** Changes a run that still waits in this attempt. @returns whether it did */
export async function updateWaitingRun(
  db: Db,
  { id, attempts }: Pick<ReportRunRow, "id" | "attempts">,
  change: Updateable<ReportRunsTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("report_runs")
    .set(change)
    .where("id", "=", id)
    .where("attempts", "=", attempts)
    .where("state", "=", "waiting")
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** The runs of a report and receiver, the newest first. */
export const listRuns = (db: Db, reportId: string, userId: string, limit: number): Promise<ReportRunEntry[]> =>
  db
    .selectFrom("report_runs")
    .select(ENTRY)
    .where("report_id", "=", reportId)
    .where("user_id", "=", userId)
    .orderBy("due_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();

/** The newest run of each report: of this user, or of any receiver. */
export const listNewestRuns = (
  db: Db,
  reportIds: readonly string[],
  userId: string | null,
): Promise<ReportRunEntry[]> =>
  reportIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom("report_runs")
        .distinctOn("report_id")
        .select(ENTRY)
        .where("report_id", "in", [...reportIds])
        .$if(userId !== null, (query) => query.where("user_id", "=", userId))
        .orderBy("report_id")
        .orderBy("due_at", "desc")
        .orderBy("id", "desc")
        .execute();

export const findRun = (
  db: Db,
  { reportId, userId, id }: { readonly reportId: string; readonly userId: string; readonly id: string },
): Promise<ReportRunRow | undefined> =>
  db
    .selectFrom("report_runs")
    .selectAll()
    .where("id", "=", id)
    .where("report_id", "=", reportId)
    .where("user_id", "=", userId)
    .executeTakeFirst();

/** What a receiver was sent last before a time. */
export const findRunBefore = (
  db: Db,
  { reportId, userId, before }: { readonly reportId: string; readonly userId: string; readonly before: Date },
): Promise<ReportRunRow | undefined> =>
  db
    .selectFrom("report_runs")
    .selectAll()
    .where("report_id", "=", reportId)
    .where("user_id", "=", userId)
    .where("due_at", "<", before)
    .where("content", "is not", null)
    .orderBy("due_at", "desc")
    .limit(1)
    .executeTakeFirst();

/** Keeps the newest runs of a report and receiver. */
export async function deleteRunsBeyond(db: Db, reportId: string, userId: string, keptRuns: number): Promise<void> {
  await sql`
    delete from report_runs where report_id = ${reportId} and user_id = ${userId} and state <> 'waiting' and id not in (
      select id from report_runs where report_id = ${reportId} and user_id = ${userId}
      order by due_at desc, id desc limit ${keptRuns})`.execute(db);
}
