/** Links between issues as a sync stores them. */
import type { Insertable } from "kysely";
import { insertRows } from "../../insertRows.ts";
import type { Db } from "../../openDb.ts";
import type { IssueLinksTable } from "../../schema/trackerSchema.ts";

export type NewIssueLink = Insertable<IssueLinksTable>;

/**
 * Replaces the links that issues themselves have. What comments say of them stays.
 * @param issueIds of those that were stored before
 */
export async function replaceIssueLinks(
  db: Db,
  issueIds: readonly string[],
  rows: readonly NewIssueLink[],
): Promise<void> {
  if (issueIds.length > 0)
    await db
      .deleteFrom("issue_links")
      .where("issue_id", "in", [...issueIds])
      .where("origin", "=", "issue")
      .execute();
  await insertRows(db, "issue_links", rows);
}

/** Replaces what the host noted of issues that name these. */
export async function replaceReferences(
  db: Db,
  issueIds: readonly string[],
  rows: readonly NewIssueLink[],
): Promise<void> {
  if (issueIds.length === 0) return;
  await db
    .deleteFrom("issue_links")
    .where("issue_id", "in", [...issueIds])
    .where("origin", "=", "reference")
    .execute();
  await insertRows(db, "issue_links", rows);
}

/** Deletes what comments say of these issues: all of their comments are stored again. */
export async function deleteCommentLinks(db: Db, issueIds: readonly string[]): Promise<void> {
  if (issueIds.length === 0) return;
  await db
    .deleteFrom("issue_links")
    .where("issue_id", "in", [...issueIds])
    .where("origin", "=", "comment")
    .execute();
}

/** Stores what a comment says of its issue, instead of what an earlier one said. One row for each issue. */
export async function upsertCommentLinks(db: Db, rows: readonly NewIssueLink[]): Promise<void> {
  await insertRows(db, "issue_links", rows, {
    onConflict: {
      columns: ["issue_id", "origin", "position"],
      update: ["kind", "name", "other_key", "other_place", "other_title", "other_url"],
    },
  });
}
