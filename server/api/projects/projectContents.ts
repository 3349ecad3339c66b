import type { ProjectContents } from "../../../contract/projects.ts";
import type { Db } from "../../db/openDb.ts";

/** What `deleteProject` deletes, in numbers. */
export async function countContents(db: Db, projectId: string): Promise<ProjectContents> {
  const count = async (
    table:
      | "issues"
      | "pages"
      | "change_requests"
      | "project_members"
      | "mcp_token_projects"
      | "localization_feedback"
      | "backtests",
  ): Promise<number> => {
    const row = await db
      .selectFrom(table)
      .select((select) => select.fn.countAll<number>().as("count"))
      .where("project_id", "=", projectId)
      .executeTakeFirstOrThrow();
    return Number(row.count);
  };
  const sources = await db
    .selectFrom("sources")
    .select(["kind", "webhook_secret_id"])
    .where("project_id", "=", projectId)
    .execute();
  const ofKind = (kind: string): number => sources.filter((source) => source.kind === kind).length;
  return {
    repositories: ofKind("repository"),
    trackers: ofKind("tracker"),
    wikis: ofKind("wiki"),
    issues: await count("issues"),
    pages: await count("pages"),
    requests: await count("change_requests"),
    members: await count("project_members"),
    tokens: await count("mcp_token_projects"),
    webhooks: sources.filter((source) => source.webhook_secret_id !== null).length,
    feedback: await count("localization_feedback"),
    backtests: await count("backtests"),
  };
}
