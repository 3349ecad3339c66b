/** The manifest of a project's index, one row a project. */
import { type Insertable, sql } from "kysely";
import type { Db } from "../../openDb.ts";
import type { ArtifactsTable } from "../../schema/storageSchema.ts";

/** The number of the present manifest; null while there is none. */
export async function findGeneration(db: Db, projectId: string): Promise<number | null> {
  const row = await db
    .selectFrom("artifacts")
    .select("generation")
    .where("project_id", "=", projectId)
    .executeTakeFirst();
  return row?.generation ?? null;
}

/** The present manifest with its number and the fencing tokens of its builds. */
export const findArtifact = (db: Db, projectId: string) =>
  db
    .selectFrom("artifacts")
    .select(["manifest", "generation", "issues_ticket", "pages_ticket"])
    .where("project_id", "=", projectId)
    .executeTakeFirst();

/** Manifests of all projects. */
export async function listManifests(db: Db): Promise<Record<string, unknown>[]> {
  const rows = await db.selectFrom("artifacts").select("manifest").execute();
  return rows.map(({ manifest }) => manifest);
}

export const listArtifacts = (db: Db) => db.selectFrom("artifacts").selectAll().orderBy("project_id").execute();

export async function upsertArtifact(
  db: Db,
  projectId: string,
  artifact: Omit<Insertable<ArtifactsTable>, "project_id">,
): Promise<void> {
  await db
    .insertInto("artifacts")
    .values({ project_id: projectId, ...artifact })
    .onConflict((conflict) => conflict.column("project_id").doUpdateSet(artifact))
    .execute();
}
/** Projects that have an index, and the files of their code. */
export async function countIndexes(db: Db): Promise<{ projects: number; files: number }> {
  const { rows } = await sql<{ projects: number; files: number }>`
    select count(*)::int as projects, coalesce(sum((
      select sum((part->>'files')::bigint) from jsonb_array_elements(coalesce(manifest->'code', '[]'::jsonb)) as part
    )), 0)::float8 as files from artifacts`.execute(db);
  return rows[0] ?? { projects: 0, files: 0 };
}

/** Ids of the projects whose index changed last, newest first. */
export async function listProjectsWithNewestIndex(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("artifacts")
    .select("project_id")
    .orderBy("updated_at", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ project_id }) => project_id);
}
