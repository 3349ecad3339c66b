/** What the search tests of items and no index has. */
import { sql } from "kysely";
import type { Db } from "../../openDb.ts";

/** Marks of a project: of an issue or a request by its id, of a page by its place. */
export const listMarksForSearch = (db: Db, projectId: string) =>
  db
    .selectFrom("item_marks")
    .select([
      sql<string | null>`coalesce(issue_id, request_id)`.as("item"),
      "source_id as source",
      "path",
      "text",
      "folded",
    ])
    .where("project_id", "=", projectId)
    .execute();

/** Who is assigned to the issues and requests of a project. */
export async function listAssigneesForSearch(db: Db, projectId: string) {
  const { rows } = await sql<{ item: string; account: string; login: string; name: string; email: string | null }>`
    select x.item, a.id as account, a.login, a.name, a.email from (
      select s.issue_id as item, s.account_id from issue_assignees s join issues i on i.id = s.issue_id where i.project_id = ${projectId}
      union all
      select s.request_id, s.account_id from request_accounts s join change_requests r on r.id = s.request_id
      where r.project_id = ${projectId} and s.role = 'assignee'
    ) x join accounts a on a.id = x.account_id`.execute(db);
  return rows;
}
