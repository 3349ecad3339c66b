import type { Selectable } from "kysely";
import type { Db } from "../../openDb.ts";
import type { IssueAssigneesTable } from "../../schema/trackerSchema.ts";
import type { AccountOfIssue } from "./issueComments.ts";

export async function listAssignmentsOfIssues(
  db: Db,
  issueIds: readonly string[],
): Promise<Selectable<IssueAssigneesTable>[]> {
  if (issueIds.length === 0) return [];
  return db
    .selectFrom("issue_assignees")
    .selectAll()
    .where("issue_id", "in", [...issueIds])
    .orderBy("account_id")
    .execute();
}

/** People other than bots who are assigned to these issues. */
export async function listAssignedPeople(db: Db, issueIds: readonly string[]): Promise<AccountOfIssue[]> {
  return db
    .selectFrom("issue_assignees")
    .innerJoin("accounts", "accounts.id", "issue_assignees.account_id")
    .select([
      "issue_assignees.issue_id",
      "accounts.id as account_id",
      "accounts.login",
      "accounts.name",
      "accounts.email",
    ])
    .where("issue_assignees.issue_id", "in", [...issueIds])
    .where("accounts.is_bot", "=", false)
    .execute();
}
