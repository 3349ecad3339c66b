import type { Selectable } from "kysely";
import type { Db } from "../../openDb.ts";
import type { IssueCommentsTable, IssueEventsTable } from "../../schema/trackerSchema.ts";

/** Comments of an issue, oldest first. */
export async function listCommentsOfIssue(db: Db, issueId: string): Promise<Selectable<IssueCommentsTable>[]> {
  return db
    .selectFrom("issue_comments")
    .selectAll()
    .where("issue_id", "=", issueId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** The newest events of an issue, oldest first, without those of the types. */
export async function listEventsOfIssue(
  db: Db,
  issueId: string,
  { limit, without }: { readonly limit: number; readonly without: readonly string[] },
): Promise<Selectable<IssueEventsTable>[]> {
  const newest = await db
    .selectFrom("issue_events")
    .selectAll()
    .where("issue_id", "=", issueId)
    .where("type", "not in", [...without])
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return newest.reverse();
}

/** Id of the comment or event that was stored last; undefined where there is none. */
export async function findNewestActivityId(
  db: Db,
  table: "issue_comments" | "issue_events",
): Promise<string | undefined> {
  const newest = await db
    .selectFrom(table)
    .select((is) => is.fn.max("id").as("id"))
    .executeTakeFirst();
  return newest?.id ?? undefined;
}

export interface AccountOfIssue {
  readonly issue_id: string;
  readonly account_id: string;
  readonly login: string;
  readonly name: string;
  readonly email: string | null;
}

/** People other than bots who commented on these issues, each once an issue. */
export async function listCommentersOfIssues(db: Db, issueIds: readonly string[]): Promise<AccountOfIssue[]> {
  return db
    .selectFrom("issue_comments")
    .innerJoin("accounts", "accounts.id", "issue_comments.author_id")
    .select([
      "issue_comments.issue_id",
      "accounts.id as account_id",
      "accounts.login",
      "accounts.name",
      "accounts.email",
    ])
    .where("issue_comments.issue_id", "in", [...issueIds])
    .where("accounts.is_bot", "=", false)
    .distinct()
    .execute();
}
