import type { Insertable } from "kysely";
import type { Db } from "../openDb.ts";
import type { ScipIndexesTable } from "../gitSchema.ts";

/** Puts an index in place of the one that a repository had. */
export async function upsertScipIndex(db: Db, row: Insertable<ScipIndexesTable>): Promise<void> {
  const { source_id: _, ...values } = row;
  await db
    .insertInto("scip_indexes")
    .values(row)
    .onConflict((conflict) => conflict.column("source_id").doUpdateSet(values))
    .execute();
}

/** The uploaded indexes of a project's repositories. */
export const listScipIndexes = (db: Db, projectId: string) =>
  db
    .selectFrom("scip_indexes")
    .innerJoin("sources", "sources.id", "scip_indexes.source_id")
    .select(["scip_indexes.source_id as source", "scip_indexes.revision", "scip_indexes.blob"])
    .where("sources.project_id", "=", projectId)
    .execute();

/** The blobs of all uploaded indexes. */
export async function listScipBlobs(db: Db): Promise<string[]> {
  const rows = await db.selectFrom("scip_indexes").select("blob").execute();
  return rows.map(({ blob }) => blob);
}
