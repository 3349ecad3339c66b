import { sql, type Insertable, type Selectable } from "kysely";
import type { Db } from "../../openDb.ts";
import type { IssueWritesTable } from "../../schema/writeSchema.ts";
import { databaseNow, interval } from "../../sqlTime.ts";

export type IssueWriteRow = Selectable<IssueWritesTable>;

/** Stores a change, unless the user has one with this key. @returns the stored one */
export async function insertIssueWrite(
  db: Db,
  row: Pick<
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
    | "agent"
  >,
): Promise<IssueWriteRow> {
  await db
    .insertInto("issue_writes")
    .values({ ...row, state: "waiting" })
    .onConflict((conflict) => conflict.columns(["user_id", "request_key"]).doNothing())
    .execute();
  return db
    .selectFrom("issue_writes")
    .selectAll()
    .where("user_id", "=", row.user_id)
    .where("request_key", "=", row.request_key)
    .executeTakeFirstOrThrow();
}

/** The outcome of a user's change with a key; undefined where none is stored. */
export async function findWriteState(db: Db, userId: string, key: string): Promise<IssueWriteRow["state"] | undefined> {
  const row = await db
    .selectFrom("issue_writes")
    .select("state")
    .where("user_id", "=", userId)
    .where("request_key", "=", key)
    .executeTakeFirst();
  return row?.state;
}

export const findIssueWrite = (db: Db, id: string): Promise<IssueWriteRow | undefined> =>
  db.selectFrom("issue_writes").selectAll().where("id", "=", id).executeTakeFirst();

const UNFINISHED = ["waiting", "sent", "lost"] as const;

/** A change that is leased by one process, until another one takes it. */
export type Lease = Pick<IssueWriteRow, "id" | "lease">;

export type LeasedWriteRow = IssueWriteRow & {
  /** Milliseconds since it was sent; null where it was not. */
  readonly age: number | null;
};

/**
 * Takes an unfinished change for one process. The clock is the database's, which is the same for all.
 * @returns undefined where another one works on it, or it has ended
 */
export const leaseIssueWrite = (db: Db, id: string, leaseMs: number): Promise<LeasedWriteRow | undefined> =>
  db
    .updateTable("issue_writes")
    .set((row) => ({ leased_until: later(leaseMs), lease: row("lease", "+", 1) }))
    .where("id", "=", id)
    .where("state", "in", UNFINISHED)
    .where((is) => is.or([is("leased_until", "is", null), is("leased_until", "<=", databaseNow())]))
    .returningAll()
    .returning(sql<number | null>`(extract(epoch from (now() - sent_at)) * 1000)::double precision`.as("age"))
    .executeTakeFirst();

/** Opens a refused change again, for its member repeats it. @returns false for one that is not refused */
export const reopenIssueWrite = async (db: Db, id: string): Promise<boolean> =>
  isOne(
    await db
      .updateTable("issue_writes")
      .set({ state: "waiting", text: null, ended_at: null, sent_at: null, leased_until: null })
      .where("id", "=", id)
      .where("state", "=", "refused")
      .executeTakeFirst(),
  );

const later = (ms: number) => sql<Date>`${databaseNow()} + ${interval(ms)}`;

/** The rows that a holder of a lease may change: none once another process has taken the change, or it has ended. */
const heldRow = (db: Db, { id, lease }: Lease) =>
  db.updateTable("issue_writes").where("id", "=", id).where("lease", "=", lease).where("state", "in", UNFINISHED);

const isOne = ({ numUpdatedRows }: { readonly numUpdatedRows: bigint }): boolean => numUpdatedRows > 0n;

/**
 * Notes that a change is sent from now on, with the account that sends it and what a later look needs.
 * @param sent.lookAfterMs when it is looked for without its member
 * @returns false where the lease is lost: then it must not be sent
 */
export const updateIssueWriteSent = async (
  db: Db,
  lease: Lease,
  { trace, account, lookAfterMs }: Pick<IssueWriteRow, "trace" | "account"> & { readonly lookAfterMs: number },
): Promise<boolean> =>
  isOne(
    await heldRow(db, lease)
      .set({
        state: "sent",
        account,
        trace: JSON.stringify(trace),
        sent_at: databaseNow(),
        looks: 0,
        look_at: later(lookAfterMs),
      })
      .executeTakeFirst(),
  );

/** Gives a change back to the process that takes it next. @param state omitted: as it is. @returns false where the lease is lost */
export const releaseIssueWrite = async (
  db: Db,
  lease: Lease,
  {
    state,
    looks,
    lookAfterMs,
  }: { readonly state?: "waiting" | "sent" | "lost"; readonly looks?: number; readonly lookAfterMs?: number } = {},
): Promise<boolean> =>
  isOne(
    await heldRow(db, lease)
      .set({
        leased_until: null,
        ...(state !== undefined && { state }),
        ...(looks !== undefined && { looks }),
        ...(lookAfterMs !== undefined && { look_at: later(lookAfterMs) }),
      })
      .executeTakeFirst(),
  );

/** Ends a change; the values of a refused one are kept, for its member may repeat it. @returns false where the lease is lost, or it has ended already */
export const updateIssueWriteEnded = async (
  db: Db,
  { id, lease, change }: Lease & Pick<IssueWriteRow, "change">,
  values: { readonly state: "done" | "refused"; readonly reference: string | null; readonly text: string | null },
): Promise<boolean> =>
  isOne(
    await heldRow(db, { id, lease })
      .set({
        ...values,
        ...(values.state === "done" && { change: JSON.stringify({ action: change.action }) }),
        ended_at: databaseNow(),
        leased_until: null,
      })
      .executeTakeFirst(),
  );

/**
 * Changes whose answers are not known and that no process works on, the longest due first: few of each host, so that one that does not answer
 * keeps none of another waiting.
 */
export async function listUnansweredWrites(
  db: Db,
  { limit, perHost }: { readonly limit: number; readonly perHost: number },
): Promise<IssueWriteRow[]> {
  const due = db
    .selectFrom("issue_writes")
    .innerJoin("sources", "sources.id", "issue_writes.source_id")
    .selectAll("issue_writes")
    .select(
      sql<number>`row_number() over (partition by split_part(sources.url, '/', 3) order by issue_writes.look_at)`.as(
        "place",
      ),
    )
    .where("issue_writes.state", "=", "sent")
    .where("issue_writes.look_at", "<=", databaseNow())
    .where((is) =>
      is.or([is("issue_writes.leased_until", "is", null), is("issue_writes.leased_until", "<=", databaseNow())]),
    );
  return db
    .selectFrom(due.as("due"))
    .selectAll()
    .where("place", "<=", perHost)
    .orderBy("look_at")
    .limit(limit)
    .execute();
}

/** Removes changes that were begun before a time. */
export async function deleteIssueWritesBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom("issue_writes").where("created_at", "<", before).execute();
}

const TRACKER_COLUMNS = [
  "sources.id as source_id",
  "sources.provider",
  "sources.url",
  "sources.allows_writing",
  "sources.secret_id",
  "sources.access_by",
  "sources.app_installation_id",
  "projects.id as project_id",
  "projects.slug",
  "projects.company_id",
] as const;

/** What writing to a tracker depends on. */
export const findWritableTracker = (db: Db, sourceId: string) =>
  db
    .selectFrom("sources")
    .innerJoin("projects", "projects.id", "sources.project_id")
    .select(TRACKER_COLUMNS)
    .where("sources.id", "=", sourceId)
    .where("sources.kind", "=", "tracker")
    .executeTakeFirst();
export type WritableTrackerRow = NonNullable<Awaited<ReturnType<typeof findWritableTracker>>>;

/** The same with the issue's names at its host. */
export const findWritableIssue = (db: Db, issueId: string) =>
  db
    .selectFrom("issues")
    .innerJoin("sources", "sources.id", "issues.source_id")
    .innerJoin("projects", "projects.id", "sources.project_id")
    .select(["issues.id", "issues.external_id", "issues.key", ...TRACKER_COLUMNS])
    .where("issues.id", "=", issueId)
    .executeTakeFirst();
export type WritableIssueRow = NonNullable<Awaited<ReturnType<typeof findWritableIssue>>>;

/** A user with the role in a project; undefined for one who is not in it. */
export const findWritingMember = (db: Db, userId: string, projectId: string) =>
  db
    .selectFrom("users")
    .innerJoin("project_members", "project_members.user_id", "users.id")
    .innerJoin("projects", (join) =>
      join
        .onRef("projects.id", "=", "project_members.project_id")
        .onRef("projects.company_id", "=", "users.company_id"),
    )
    .select(["users.id", "users.name", "users.email", "users.company_id", "project_members.role"])
    .where("users.id", "=", userId)
    .where("project_members.project_id", "=", projectId)
    .executeTakeFirst();
