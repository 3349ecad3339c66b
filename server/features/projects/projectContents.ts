import type { ProjectContents } from "../../../contract/projects.ts";
import type { Db } from "../../db/openDb.ts";
import { countRowsOfProject } from "../../db/tables/projects/projectContents.ts";
import { listSourceSecrets } from "../../db/tables/sources/sourceAccess.ts";

/** What `deleteProject` deletes, in numbers. */
export async function countContents(db: Db, projectId: string): Promise<ProjectContents> {
  const count = (table: Parameters<typeof countRowsOfProject>[2]) => countRowsOfProject(db, projectId, table);
  const sources = await listSourceSecrets(db, projectId);
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
