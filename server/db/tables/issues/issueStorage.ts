/** Issues of one tracker as its sync stores them. */
import { sql, type Insertable } from "kysely";
import { insertRows } from "../../insertRows.ts";
import type { Db } from "../../openDb.ts";
import type {
  IssueAssigneesTable,
  IssueCommentsTable,
  IssueEventsTable,
  IssuesTable,
} from "../../schema/trackerSchema.ts";

export type NewIssue = Insertable<IssuesTable>;

/** The columns of these issues, by their ids at the host, that show whether one has changed. */
export const listStoredIssues = (db: Db, sourceId: string, externalIds: readonly string[]) =>
  db
    .selectFrom("issues")
    .select(["id", "external_id", "updated_at", "comments_count", "key", "url", "read_version", "more_links"])
    .where("source_id", "=", sourceId)
    .where("external_id", "in", [...externalIds])
    .execute();

/** Makes any state of these issues at the host the newer one. In the transaction that stores it. */
export async function resetIssueTimes(tx: Db, sourceId: string, externalIds: readonly string[]): Promise<void> {
  await tx
    .updateTable("issues")
    .set({ updated_at: new Date(0) })
    .where("source_id", "=", sourceId)
    .where("external_id", "in", [...externalIds])
    .execute();
}

/** The same for the comments on these issues. */
export async function resetCommentTimes(tx: Db, sourceId: string, externalIds: readonly string[]): Promise<void> {
  await tx
    .updateTable("issue_comments")
    .set({ updated_at: new Date(0) })
    .where("issue_id", "in", (is) =>
      is
        .selectFrom("issues")
        .select("id")
        .where("source_id", "=", sourceId)
        .where("external_id", "in", [...externalIds]),
    )
    .execute();
}

/** Every issue of a tracker by its names. */
export const listIssueInventory = (db: Db, sourceId: string) =>
  db
    .selectFrom("issues")
    .select(["id", "external_id", "key", "updated_at"])
    .where("source_id", "=", sourceId)
    .execute();

export const listIssueIdsByKeys = (db: Db, sourceId: string, keys: readonly string[]) =>
  db
    .selectFrom("issues")
    .select(["id", "key"])
    .where("source_id", "=", sourceId)
    .where("key", "in", [...new Set(keys)])
    .execute();

/** Those of the keys that the tracker has, in their order. */
export async function listKnownKeys(
  db: Db,
  sourceId: string,
  keys: readonly string[],
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom("issues")
    .select("key")
    .where("source_id", "=", sourceId)
    .where("key", "in", [...keys])
    .orderBy("key")
    .limit(limit)
    .execute();
  return rows.map(({ key }) => key);
}

/** Issues whose number of stored comments differs from their host's, newest activity first. */
export async function listCommentCountMismatches(
  db: Db,
  sourceId: string,
  limit: number,
): Promise<{ key: string; reported: number }[]> {
  const { rows } = await sql<{ key: string; reported: number }>`
    select i.key, i.comments_count as reported from issues i
    left join (
      select c.issue_id, count(*)::int as stored from issue_comments c
      join issues o on o.id = c.issue_id where o.source_id = ${sourceId} group by c.issue_id
    ) t on t.issue_id = i.id
    where i.source_id = ${sourceId} and i.comments_count <> coalesce(t.stored, 0)
    order by i.updated_at desc, i.id limit ${limit}`.execute(db);
  return rows;
}

/** Stores issues by the provider's id: one that is stored keeps its own id and gets everything else. */
export async function upsertIssues(db: Db, rows: readonly NewIssue[]): Promise<void> {
  await insertRows(db, "issues", rows, {
    onConflict: {
      columns: ["source_id", "external_id"],
      update: [
        "number",
        "key",
        "title",
        "body",
        "state",
        "url",
        "author_id",
        "labels",
        "type",
        "priority",
        "status",
        "status_category",
        "resolution",
        "milestones",
        "components",
        "facts",
        "more_links",
        "read_version",
        "comments_count",
        "created_at",
        "updated_at",
        "closed_at",
      ],
    },
  });
}

export async function deleteAssigneesOf(db: Db, issueIds: readonly string[]): Promise<void> {
  if (issueIds.length === 0) return;
  await db
    .deleteFrom("issue_assignees")
    .where("issue_id", "in", [...issueIds])
    .execute();
}

export async function insertAssignees(db: Db, rows: readonly Insertable<IssueAssigneesTable>[]): Promise<void> {
  await insertRows(db, "issue_assignees", rows, { onConflict: "ignore" });
}

/** The columns of the comments on these issues that show whether one has changed. */
export const listStoredComments = (db: Db, issueIds: readonly string[]) =>
  db
    .selectFrom("issue_comments")
    .select(["id", "issue_id", "external_id", "updated_at", "url"])
    .where("issue_id", "in", [...issueIds])
    .execute();

export async function upsertComments(db: Db, rows: readonly Insertable<IssueCommentsTable>[]): Promise<void> {
  await insertRows(db, "issue_comments", rows, {
    onConflict: { columns: ["issue_id", "external_id"], update: ["author_id", "body", "url", "updated_at"] },
  });
}

export async function deleteComments(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .deleteFrom("issue_comments")
    .where("id", "in", [...ids])
    .execute();
}

/** An event that is stored stays as it is. */
export async function insertIssueEvents(db: Db, rows: readonly Insertable<IssueEventsTable>[]): Promise<void> {
  await insertRows(db, "issue_events", rows, { onConflict: "ignore" });
}

/** Deletes the closings of issues that only their rows show, whose ids are `closed:` with the time. */
export async function deleteDerivedClosings(db: Db, issueIds: readonly string[]): Promise<void> {
  await db
    .deleteFrom("issue_events")
    .where("issue_id", "in", [...issueIds])
    .where("external_id", "like", "closed:%")
    .execute();
}

export async function deleteIssues(db: Db, ids: readonly string[]): Promise<void> {
  await db
    .deleteFrom("issues")
    .where("id", "in", [...ids])
    .execute();
}

/** Deletes comments on issues of a source, by the provider's ids. @returns how many */
export async function deleteCommentsByExternalIds(
  db: Db,
  sourceId: string,
  externalIds: readonly string[],
): Promise<number> {
  const gone = await db
    .deleteFrom("issue_comments")
    .where("external_id", "in", [...externalIds])
    .where("issue_id", "in", (is) => is.selectFrom("issues").select("id").where("source_id", "=", sourceId))
    .returning("id")
    .execute();
  return gone.length;
}

/** Deletes issues, requests or pages of a source, by the provider's ids. @returns how many */
export async function deleteItemsByExternalIds(
  db: Db,
  table: "issues" | "change_requests" | "pages",
  sourceId: string,
  externalIds: readonly string[],
): Promise<number> {
  const gone = await db
    .deleteFrom(table)
    .where("source_id", "=", sourceId)
    .where("external_id", "in", [...externalIds])
    .returning("id")
    .execute();
  return gone.length;
}
