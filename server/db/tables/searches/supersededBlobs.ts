/** Blobs that a rebuild of a project's issues, requests or pages replaced, until they are deleted. */
import { anyOf } from "../../anyOf.ts";
import { insertRows } from "../../insertRows.ts";
import type { Db } from "../../openDb.ts";

export async function insertSupersededBlobs(db: Db, projectId: string, hashes: readonly string[]): Promise<void> {
  const superseded_at = new Date();
  await insertRows(
    db,
    "superseded_blobs",
    hashes.map((hash) => ({ project_id: projectId, hash, superseded_at })),
    { onConflict: { columns: ["project_id", "hash"], update: ["superseded_at"] } },
  );
}

export async function listSupersededBlobs(db: Db, projectId: string): Promise<string[]> {
  const rows = await db.selectFrom("superseded_blobs").select("hash").where("project_id", "=", projectId).execute();
  return rows.map(({ hash }) => hash);
}

export async function deleteSupersededBlobs(db: Db, projectId: string, hashes: readonly string[]): Promise<void> {
  await db
    .deleteFrom("superseded_blobs")
    .where("project_id", "=", projectId)
    .where("hash", "=", anyOf(hashes))
    .execute();
}

/** Deletes old rows, whose blobs garbage collection has already deleted. */
export async function deleteSupersededBlobsBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom("superseded_blobs").where("superseded_at", "<", before).execute();
}
