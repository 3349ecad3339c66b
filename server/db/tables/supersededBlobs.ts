/** Blobs that a rebuild of a project's issues, requests or pages replaced, until they are deleted. */
import { sql } from "kysely";
import type { Db } from "../openDb.ts";

export async function insertSupersededBlobs(db: Db, projectId: string, hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return;
  await db
    .insertInto("superseded_blobs")
    .values(hashes.map((hash) => ({ project_id: projectId, hash })))
    .onConflict((conflict) => conflict.columns(["project_id", "hash"]).doUpdateSet({ superseded_at: sql`now()` }))
    .execute();
}

export async function listSupersededBlobs(db: Db, projectId: string): Promise<string[]> {
  const rows = await db.selectFrom("superseded_blobs").select("hash").where("project_id", "=", projectId).execute();
  return rows.map(({ hash }) => hash);
}

export async function deleteSupersededBlobs(db: Db, projectId: string, hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return;
  await db.deleteFrom("superseded_blobs").where("project_id", "=", projectId).where("hash", "in", hashes).execute();
}

/** Deletes old rows, whose blobs garbage collection has already deleted. */
export async function deleteSupersededBlobsBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom("superseded_blobs").where("superseded_at", "<", before).execute();
}
