import type { Db } from "../../openDb.ts";

/** Deletes pieces that were written before a time and belong to no blob: their writing was cut short. */
export async function deleteOrphanedPieces(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom("blob_chunks")
    .where("written_at", "<", before)
    .where((is) =>
      is.not(is.exists(is.selectFrom("blobs").select("blobs.hash").whereRef("blobs.hash", "=", "blob_chunks.hash"))),
    )
    .execute();
}
