import { deleteStaleReferences } from "../../db/tables/pages/staleReferences.ts";
import { purgeBlobs } from "../store/garbageCollection.ts";
import type { SyncContext } from "../source/SyncContext.ts";
import { type SyncCursor, type SyncedSource, storeCursor } from "../source/SyncedSource.ts";

/**
 * Builds the index of a tracker or a wiki, and deletes what has text of items which are left out from now on: blobs, those of earlier
 * builds included, and stale references of pages.
 * @returns the cursor after it
 */
export async function rebuildIndex(
  { id, projectId, kind }: SyncedSource,
  { db, blobs, progress, signal, rebuilds }: SyncContext,
  writer: { removeUnnamedPeople(tx: SyncContext["db"]): Promise<void> },
  cursor: SyncCursor,
): Promise<SyncCursor> {
  progress.report("index");
  // Before `isIndexBehind` is cleared, so that an interrupted sync repeats it.
  await db.transaction().execute((tx) => writer.removeUnnamedPeople(tx));
  await (kind === "wiki" ? rebuilds.pages(projectId, signal) : rebuilds.issues(projectId, signal));
  if (cursor.purge.length > 0) {
    await purgeBlobs(db, blobs, projectId, cursor.purge);
    // They name pages by their paths, which are titles.
    await db.transaction().execute((tx) => deleteStaleReferences(tx, [id]));
  }
  const next = { ...cursor, isIndexBehind: false, purge: [] };
  await storeCursor(db, id, next);
  return next;
}
