import type { Db } from "../../openDb.ts";

/** How many rows of a table belong to a project. */
export async function countRowsOfProject(
  db: Db,
  projectId: string,
  table:
    | "issues"
    | "pages"
    | "change_requests"
    | "project_members"
    | "mcp_token_projects"
    | "localization_feedback"
    | "backtests",
): Promise<number> {
  const row = await db
    .selectFrom(table)
    .select((select) => select.fn.countAll<number>().as("count"))
    .where("project_id", "=", projectId)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}
