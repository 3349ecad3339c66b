import type { Insertable, Selectable } from "kysely";
import type { Db } from "../openDb.ts";
import type { IssueWritesTable, IssueWriteState } from "../writeSchema.ts";

export type IssueWriteRow = Selectable<IssueWritesTable>;

/** Stores a change, unless the user has one with this key. @returns the stored one */
export async function insertIssueWrite(
  db: Db,
  row: Pick<
    Insertable<IssueWritesTable>,
    "id" | "project_id" | "source_id" | "issue_id" | "user_id" | "request_key" | "digest" | "change" | "address"
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

export const findIssueWrite = (db: Db, id: string): Promise<IssueWriteRow | undefined> =>
  db.selectFrom("issue_writes").selectAll().where("id", "=", id).executeTakeFirst();

/** Takes an unfinished change for one process. @returns undefined where another one works on it, or it has ended */
export const leaseIssueWrite = (db: Db, id: string, now: Date, until: Date): Promise<IssueWriteRow | undefined> =>
  db
    .updateTable("issue_writes")
    .set({ leased_until: until })
    .where("id", "=", id)
    .where("state", "in", ["waiting", "sent", "lost"])
    .where((is) => is.or([is("leased_until", "is", null), is("leased_until", "<=", now)]))
    .returningAll()
    .executeTakeFirst();

/** Notes that a change is sent from now on, with what a later look needs. */
export async function updateIssueWriteSent(db: Db, id: string, trace: IssueWriteRow["trace"], at: Date): Promise<void> {
  await db
    .updateTable("issue_writes")
    .set({ state: "sent", trace: JSON.stringify(trace), sent_at: at })
    .where("id", "=", id)
    .execute();
}

/** Gives a change back to the process that takes it next. */
export async function updateIssueWriteReleased(
  db: Db,
  id: string,
  {
    state,
    until,
  }: { readonly state: Extract<IssueWriteState, "waiting" | "sent" | "lost">; readonly until: Date | null },
): Promise<void> {
  await db.updateTable("issue_writes").set({ state, leased_until: until }).where("id", "=", id).execute();
}

/** Ends a change; its text is not kept. @returns false where it has ended already */
export async function updateIssueWriteEnded(
  db: Db,
  { id, change }: Pick<IssueWriteRow, "id" | "change">,
  values: { readonly state: "done" | "refused"; readonly reference: string | null; readonly text: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("issue_writes")
    .set({ ...values, change: JSON.stringify({ action: change.action }), ended_at: new Date(), leased_until: null })
    .where("id", "=", id)
    .where("state", "not in", ["done", "refused"])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Changes that were sent before a time, whose answers are not known and that no process works on, the oldest first. */
export const listUnansweredWrites = (db: Db, before: Date, now: Date, limit: number): Promise<IssueWriteRow[]> =>
  db
    .selectFrom("issue_writes")
    .selectAll()
    .where("state", "=", "sent")
    .where("sent_at", "<", before)
    .where((is) => is.or([is("leased_until", "is", null), is("leased_until", "<=", now)]))
    .orderBy("created_at")
    .limit(limit)
    .execute();

/** Removes changes that were begun before a time, except those that are looked for. */
export async function deleteIssueWritesBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom("issue_writes").where("created_at", "<", before).where("state", "<>", "sent").execute();
}

/** What writing to a tracker depends on, with the issue's names at its host. */
export const findWritableIssue = (db: Db, issueId: string) =>
  db
    .selectFrom("issues")
    .innerJoin("sources", "sources.id", "issues.source_id")
    .innerJoin("projects", "projects.id", "sources.project_id")
    .select([
      "issues.id",
      "issues.external_id",
      "issues.key",
      "sources.id as source_id",
      "sources.provider",
      "sources.url",
      "sources.allows_writing",
      "sources.secret_id",
      "sources.access_by",
      "projects.id as project_id",
      "projects.slug",
      "projects.company_id",
    ])
    .where("issues.id", "=", issueId)
    .executeTakeFirst();
export type WritableIssueRow = NonNullable<Awaited<ReturnType<typeof findWritableIssue>>>;

/** A user with the role in a project; undefined for one who is not in it. */
export const findWritingMember = (db: Db, userId: string, projectId: string) =>
  db
    .selectFrom("users")
    .innerJoin("project_members", "project_members.user_id", "users.id")
    .select(["users.id", "users.name", "users.email", "users.company_id", "project_members.role"])
    .where("users.id", "=", userId)
    .where("project_members.project_id", "=", projectId)
    .executeTakeFirst();
