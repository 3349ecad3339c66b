/** Sources whose row was deleted; a trigger adds them. */
import { sql } from "kysely";
import type { Db } from "../../openDb.ts";

export const findRemovedSource = (db: Db, sourceId: string) =>
  db
    .selectFrom("removed_sources")
    .select(["source_id", "project_id", "kind"])
    .where("source_id", "=", sourceId)
    .executeTakeFirst();

/** The oldest first. */
export async function listRemovedSourceIds(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("removed_sources")
    .select("source_id")
    .orderBy("removed_at")
    .orderBy("source_id")
    .limit(limit)
    .execute();
  return rows.map(({ source_id: id }) => id);
}

export async function deleteRemovedSource(db: Db, sourceId: string): Promise<void> {
  await db.deleteFrom("removed_sources").where("source_id", "=", sourceId).execute();
}

/**
 * Adds the repositories that a manifest still names although their source has no row: a sync of another process stored a part after the
 * source had been forgotten.
 */
export async function insertOrphanedParts(db: Db): Promise<void> {
  await sql`
    insert into removed_sources (source_id, project_id, kind, removed_at)
    select distinct on (part->>'source') part->>'source', artifacts.project_id, 'repository', now()
    from artifacts, lateral (
      select jsonb_array_elements(coalesce(manifest->'code', '[]'::jsonb)) as part
      union all select jsonb_array_elements(coalesce(manifest->'commits', '[]'::jsonb))
      union all select jsonb_array_elements(coalesce(manifest->'refs', '[]'::jsonb))
    ) as parts
    where not exists (select from sources where sources.id = part->>'source')
    on conflict (source_id) do nothing`.execute(db);
}
