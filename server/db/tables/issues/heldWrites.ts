/** Changes of several issues that wait before they are sent, and what a member still has to do with stored changes. */
import { sql, type Insertable } from "kysely";
import type { Db } from "../../openDb.ts";
import type { IssueWritesTable } from "../../schema/writeSchema.ts";
import type { IssueWriteRow, LeasedWriteRow } from "./issueWrites.ts";
import { databaseNow, interval } from "../../sqlTime.ts";

const later = (ms: number) => sql<Date>`${databaseNow()} + ${interval(ms)}`;

type HeldRow = Pick<
  Insertable<IssueWritesTable>,
  | "id"
  | "project_id"
  | "source_id"
  | "issue_id"
  | "user_id"
  | "request_key"
  | "digest"
  | "change"
  | "address"
  | "account"
  | "batch_id"
>;

/** Stores changes that are sent after a time, unless the user has some with these keys. */
export async function insertHeldWrites(db: Db, rows: readonly HeldRow[], holdMs: number): Promise<void> {
  await db
    .insertInto("issue_writes")
    .values(rows.map((row) => ({ ...row, state: "held" as const, send_at: later(holdMs) })))
    .onConflict((conflict) => conflict.columns(["user_id", "request_key"]).doNothing())
    .execute();
}

/** Digests of the changes of a batch. */
export async function listBatchDigests(db: Db, userId: string, batchId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("issue_writes")
    .select("digest")
    .distinct()
    .where("user_id", "=", userId)
    .where("batch_id", "=", batchId)
    .execute();
  return rows.map(({ digest }) => digest);
}

/** How many changes of a user wait to be sent. */
export async function countHeldWrites(db: Db, userId: string): Promise<number> {
  const { held: heldCount } = await db
    .selectFrom("issue_writes")
    .select((is) => is.fn.countAll<string>().as("held"))
    .where("user_id", "=", userId)
    .where("state", "=", "held")
    .executeTakeFirstOrThrow();
  return Number(heldCount);
}

/** Holds those again whose process ended before it sent them: their lease is over, and it sends nothing without. */
export async function holdAbandonedWrites(db: Db): Promise<void> {
  await db
    .updateTable("issue_writes")
    .set({ state: "held", leased_until: null })
    .where("state", "=", "waiting")
    .where("send_at", "is not", null)
    .where("leased_until", "<=", databaseNow())
    .execute();
}

/**
 * Held changes whose time has come, the first one of each user, those that waited longest first: a host limits how fast one account writes.
 * @param lateMs how long ago the time of a change came for it to count as late
 * @param withoutUsers users whose changes are left out
 */
export const listDueWrites = (
  db: Db,
  { limit, lateMs, withoutUsers }: { readonly limit: number; readonly lateMs: number; readonly withoutUsers: string[] },
) =>
  db
    .selectFrom(
      db
        .selectFrom("issue_writes")
        .distinctOn("user_id")
        .select(["id", "user_id", "send_at"])
        .select(sql<boolean>`send_at < ${databaseNow()} - ${interval(lateMs)}`.as("is_late"))
        .where("state", "=", "held")
        .where("send_at", "<=", databaseNow())
        .where("user_id", "!=", sql<string>`all(${withoutUsers}::text[])`)
        .orderBy("user_id")
        .orderBy("send_at")
        .orderBy("id")
        .as("due"),
    )
    .select(["id", "user_id", "is_late"])
    .orderBy("send_at")
    .orderBy("id")
    .limit(limit)
    .execute();

/** Takes a held change for the process that sends it. @returns undefined where it was taken back, or another process has it */
export const leaseHeldWrite = (db: Db, id: string, leaseMs: number): Promise<LeasedWriteRow | undefined> =>
  db
    .updateTable("issue_writes")
    .set((row) => ({ state: "waiting", leased_until: later(leaseMs), lease: row("lease", "+", 1) }))
    .where("id", "=", id)
    .where("state", "=", "held")
    .where("send_at", "<=", databaseNow())
    .returningAll()
    .returning(sql<number | null>`null`.as("age"))
    .executeTakeFirst();

/** Sends a change later, with all others of its user that wait for the same source: its host asks to be slower. None is sent earlier for it. */
export async function postponeHeldWrites(
  db: Db,
  { id, lease, user_id: userId, source_id: sourceId }: Pick<IssueWriteRow, "id" | "lease" | "user_id" | "source_id">,
  waitMs: number,
): Promise<void> {
  await db
    .updateTable("issue_writes")
    .set((row) => ({ state: "held", leased_until: null, looks: row("looks", "+", 1) }))
    .where("id", "=", id)
    .where("lease", "=", lease)
    .where("state", "in", ["waiting", "sent"])
    .execute();
  await db
    .updateTable("issue_writes")
    .set({ send_at: sql`greatest(send_at, ${later(waitMs)})` })
    .where("user_id", "=", userId)
    .where("source_id", "=", sourceId)
    .where("state", "=", "held")
    .execute();
}

/** Gives a change back whose sending has failed here. One that was not sent is taken again after a time. */
export async function releaseHeldWrite(
  db: Db,
  { id, lease }: Pick<IssueWriteRow, "id" | "lease">,
  waitMs: number,
): Promise<void> {
  await db
    .updateTable("issue_writes")
    .set({ leased_until: sql<Date | null>`case when state = 'waiting' then ${later(waitMs)} end` })
    .where("id", "=", id)
    .where("lease", "=", lease)
    .where("state", "in", ["waiting", "sent", "lost"])
    .execute();
}

const DISCARDED = sql<string>`jsonb_build_object('action', change -> 'action')`;

/** Takes back what of a batch was not sent yet. @returns how many changes */
export async function discardHeldWrites(db: Db, userId: string, batchId: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable("issue_writes")
    .set({ state: "discarded", change: DISCARDED, ended_at: databaseNow() })
    .where("user_id", "=", userId)
    .where("batch_id", "=", batchId)
    .where("state", "=", "held")
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Discards the refused changes of a user to a field of an issue: a new one takes their place. */
export async function discardRefusedWrites(
  db: Db,
  { userId, issueId, action }: { readonly userId: string; readonly issueId: string; readonly action: string },
): Promise<void> {
  await db
    .updateTable("issue_writes")
    .set({ state: "discarded", change: DISCARDED })
    .where("user_id", "=", userId)
    .where("issue_id", "=", issueId)
    .where("state", "=", "refused")
    .where(sql`change ->> 'action'`, "=", action)
    .execute();
}

/** Takes back a change that is not being sent. @returns false for one that is, or may still arrive */
export async function discardIssueWrite(db: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("issue_writes")
    .set((row) => ({
      state: "discarded",
      change: DISCARDED,
      ended_at: databaseNow(),
      leased_until: null,
      lease: row("lease", "+", 1),
    }))
    .where("id", "=", id)
    .where("state", "in", ["held", "waiting", "lost", "refused"])
    .where((is) => is.or([is("leased_until", "is", null), is("leased_until", "<=", databaseNow())]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** A change of a user in a project. */
export const findOwnWrite = (
  db: Db,
  { userId, projectId, id }: { readonly userId: string; readonly projectId: string; readonly id: string },
): Promise<IssueWriteRow | undefined> =>
  db
    .selectFrom("issue_writes")
    .selectAll()
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .where("project_id", "=", projectId)
    .executeTakeFirst();

const isLeased = sql<boolean>`coalesce(issue_writes.leased_until > ${databaseNow()}, false)`.as("is_leased");

/** Changes of a user that are not at the tracker, with the names of their issues; the newest first. */
export const listOpenWrites = (
  db: Db,
  {
    userId,
    projectId,
    issueId,
    limit,
  }: {
    readonly userId: string;
    readonly projectId: string;
    readonly issueId: string | undefined;
    readonly limit: number;
  },
) =>
  db
    .selectFrom("issue_writes")
    .leftJoin("issues", "issues.id", "issue_writes.issue_id")
    .select([
      "issue_writes.id",
      "issue_writes.batch_id",
      "issue_writes.change",
      "issue_writes.account",
      "issue_writes.state",
      "issue_writes.text",
      "issue_writes.created_at",
      "issues.id as issue_id",
      "issues.key",
      "issues.title",
      isLeased,
    ])
    .where("issue_writes.user_id", "=", userId)
    .where("issue_writes.project_id", "=", projectId)
    .where("issue_writes.state", "not in", ["done", "discarded"])
    .$if(issueId !== undefined, (query) => query.where("issue_writes.issue_id", "=", issueId ?? ""))
    .orderBy("issue_writes.created_at", "desc")
    .orderBy("issue_writes.id")
    .limit(limit)
    .execute();
export type OpenWriteRow = Awaited<ReturnType<typeof listOpenWrites>>[number];

/** Counts of the changes of batches, by state. @param of one batch, or those that ended within this time or have not */
export const countBatches = (
  db: Db,
  userId: string,
  projectId: string,
  of: { readonly batchId: string } | { readonly endedWithinMs: number },
) =>
  db
    .selectFrom("issue_writes")
    .select(["batch_id", "state", isLeased])
    .select((is) => is.fn.countAll<string>().as("count"))
    .select(sql<string>`min(issue_writes.change ->> 'action')`.as("action"))
    .select(
      sql<number | null>`(extract(epoch from min(send_at) - ${databaseNow()}) * 1000)::double precision`.as("send_in"),
    )
    .where("user_id", "=", userId)
    .where("project_id", "=", projectId)
    .$if("batchId" in of, (query) => query.where("batch_id", "=", "batchId" in of ? of.batchId : ""))
    .$if("endedWithinMs" in of, (query) =>
      query.where("batch_id", "in", (is) =>
        is
          .selectFrom("issue_writes as recent")
          .select("recent.batch_id")
          .where("recent.user_id", "=", userId)
          .where("recent.project_id", "=", projectId)
          .where("recent.batch_id", "is not", null)
          .where((not) =>
            not.or([
              not("recent.state", "in", ["held", "waiting", "sent"]),
              not("recent.ended_at", ">", later("endedWithinMs" in of ? -of.endedWithinMs : 0)),
            ]),
          ),
      ),
    )
    .groupBy(["batch_id", "state", "is_leased"])
    .execute();

/** The changes of a batch of a user, with why one was refused. */
export const listBatchWrites = (db: Db, userId: string, batchId: string) =>
  db
    .selectFrom("issue_writes")
    .select(["state", "text", "send_at"])
    .where("user_id", "=", userId)
    .where("batch_id", "=", batchId)
    .execute();
