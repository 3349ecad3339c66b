import { purgeBlobs } from "../store/garbageCollection.ts";
import type { SyncContext } from "../source/SyncContext.ts";
import { type SyncCursor, type SyncedSource, storeCursor } from "../source/SyncedSource.ts";

/**
 * Builds the index of a tracker or a wiki, and deletes the blobs that have text of items which are left out from now on, those of earlier
 * builds included.
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
  if (cursor.purge.length > 0) await purgeBlobs(db, blobs, projectId, cursor.purge);
  const next = { ...cursor, isIndexBehind: false, purge: [] };
  await storeCursor(db, id, next);
  return next;
}
