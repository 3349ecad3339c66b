import type { Selectable } from "kysely";
import type { Db } from "../openDb.ts";
import type { IssueAssigneesTable } from "../trackerSchema.ts";
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
    .orderBy("person_id")
    .execute();
}

/** People other than bots who are assigned to these issues. */
export async function listAssignedPeople(db: Db, issueIds: readonly string[]): Promise<AccountOfIssue[]> {
  return db
    .selectFrom("issue_assignees")
    .innerJoin("people", "people.id", "issue_assignees.person_id")
    .select(["issue_assignees.issue_id", "people.id as person_id", "people.login", "people.name", "people.email"])
    .where("issue_assignees.issue_id", "in", [...issueIds])
    .where("people.is_bot", "=", false)
    .execute();
}
