import { purgeBlobs } from "../store/garbageCollection.ts";
import type { SyncContext } from "../source/SyncContext.ts";
import { type SyncCursor, type SyncedSource, storeCursor } from "../source/SyncedSource.ts";

/**
 * Builds the index of a tracker or a wiki, and deletes the blobs with text that is left out from now on.
 * @returns the cursor after it
 */
export async function rebuildIndex(
  { id, projectId, kind }: SyncedSource,
  { db, blobs, progress, signal, rebuildIssues, rebuildPages }: SyncContext,
  writer: { removeUnnamedPeople(tx: SyncContext["db"]): Promise<void> },
  cursor: SyncCursor,
): Promise<SyncCursor> {
  progress.report("index");
  // Before the flag of the index is cleared: a sync that is cut short comes here again.
  await db.transaction().execute((tx) => writer.removeUnnamedPeople(tx));
  const replaced = await (kind === "wiki" ? rebuildPages : rebuildIssues)(projectId, signal);
  if (cursor.purge.length > 0) await purgeBlobs(db, blobs, [...cursor.purge, ...replaced]);
  const next = { ...cursor, isIndexBehind: false, purge: [] };
  await storeCursor(db, id, next);
  return next;
}
