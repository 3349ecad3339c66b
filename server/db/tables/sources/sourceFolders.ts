/** Folders that repositories are limited to. */
import { sql } from "kysely";
import type { Db } from "../../openDb.ts";

/** The folders of a source; none where it is read whole, and where there is no such source. */
export async function listFoldersOfSource(db: Db, sourceId: string): Promise<readonly string[]> {
  const row = await db.selectFrom("sources").select("folders").where("id", "=", sourceId).executeTakeFirst();
  return row?.folders ?? [];
}

/** Ids of the repositories of a project whose folders have changed since their last sync began, except paused ones. */
export async function listSourcesWithOtherFolders(db: Db, projectId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from sources where project_id = ${projectId} and kind = 'repository' and paused_at is null and cursor is not null
      and coalesce(cursor -> 'folders', '[]') <> folders`.execute(db);
  return rows.map(({ id }) => id);
}

/** The repositories of a project at a provider, with their folders. */
export const listRepositoryFolders = (db: Db, projectId: string, provider: string) =>
  db
    .selectFrom("sources")
    .select(["url", "folders"])
    .where("project_id", "=", projectId)
    .where("kind", "=", "repository")
    .where("provider", "=", provider)
    .orderBy("id")
    .execute();
