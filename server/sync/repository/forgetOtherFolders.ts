import type { Db } from "../../db/openDb.ts";
import { deleteHistoryOfSource } from "../../db/tables/commits/commitStorage.ts";
import { deleteNoticeWatermark } from "../../db/tables/notices/noticeWatermarks.ts";
import { countFieldsChange } from "../../db/tables/sources/sourceFields.ts";
import { deleteFoldersNote } from "../../db/tables/sources/sourceSync.ts";
import { deleteDeletedSymbols } from "../../db/tables/pages/staleReferences.ts";
import { isOfFolders } from "../../index/manifest.ts";
import { type SyncCursor, type SyncedSource, storeCursor } from "../source/SyncedSource.ts";

/**
 * Deletes the stored history of a repository where it was read for other folders than the chosen ones, together with the note of it in the
 * cursor: a sync that ends here continues with an empty history.
 * @returns the cursor from which the sync continues
 */
export async function forgetOtherFolders(
  db: Db,
  { id, folders }: Pick<SyncedSource, "id" | "folders">,
  cursor: SyncCursor,
): Promise<SyncCursor> {
  if (isOfFolders(cursor, folders)) return cursor;
  const next: SyncCursor = { ...cursor, head: null, folders: [...folders], isIndexBehind: true };
  await db.transaction().execute(async (tx) => {
    await deleteHistoryOfSource(tx, id);
    await deleteDeletedSymbols(tx, id);
    await deleteNoticeWatermark(tx, id);
    await deleteFoldersNote(tx, id);
    await countFieldsChange(tx, id);
    await storeCursor(tx, id, next);
  });
  return next;
}
