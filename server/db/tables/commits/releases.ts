import type { Insertable } from "kysely";
import { insertRows } from "../../insertRows.ts";
import type { Db } from "../../openDb.ts";
import type { ReleasesTable } from "../../schema/requestSchema.ts";

export const listReleaseIds = (db: Db, sourceId: string) =>
  db.selectFrom("releases").select(["id", "external_id"]).where("source_id", "=", sourceId).execute();

export async function deleteReleases(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .deleteFrom("releases")
    .where("id", "in", [...ids])
    .execute();
}

/** Stores releases by the provider's id: one that is stored keeps its own id and gets everything else. */
export async function upsertReleases(db: Db, rows: readonly Insertable<ReleasesTable>[]): Promise<void> {
  await insertRows(db, "releases", rows, {
    onConflict: {
      columns: ["source_id", "external_id"],
      update: ["tag", "name", "body", "url", "author_id", "is_prerelease", "created_at", "published_at"],
    },
  });
}

/** Releases of a project with one of these tags. */
export async function listReleasesByTags(db: Db, projectId: string, tags: readonly string[]) {
  if (tags.length === 0) return [];
  return db
    .selectFrom("releases")
    .select(["source_id", "tag", "name", "url"])
    .where("project_id", "=", projectId)
    .where("tag", "in", [...tags])
    .orderBy("id")
    .execute();
}

/**
 * Published releases of projects without previews, the newest first.
 * @param repositories those to choose from; empty: all
 */
export async function listReleasesBetween(
  db: Db,
  { projects, repositories }: { readonly projects: readonly string[]; readonly repositories: readonly string[] },
  { from, to }: { readonly from: Date; readonly to: Date },
  limit: number,
) {
  if (projects.length === 0) return [];
  return db
    .selectFrom("releases")
    .innerJoin("sources", "sources.id", "releases.source_id")
    .select(["releases.id", "releases.tag", "releases.name", "releases.url", "releases.published_at"])
    .select(["releases.project_id", "sources.name as repository"])
    .where("releases.project_id", "in", [...projects])
    .$if(repositories.length > 0, (query) => query.where("releases.source_id", "in", [...repositories]))
    .where("releases.is_prerelease", "=", false)
    .where("releases.published_at", ">=", from)
    .where("releases.published_at", "<", to)
    .orderBy("releases.published_at", "desc")
    .orderBy("releases.id")
    .limit(limit)
    .execute();
}

/** Those of the projects of which a host has published any release, at any time. */
export async function listProjectsWithReleases(db: Db, projects: readonly string[]): Promise<string[]> {
  if (projects.length === 0) return [];
  const rows = await db
    .selectFrom("releases")
    .select("project_id")
    .distinct()
    .where("project_id", "in", [...projects])
    .where("published_at", "is not", null)
    .execute();
  return rows.map(({ project_id }) => project_id);
}
