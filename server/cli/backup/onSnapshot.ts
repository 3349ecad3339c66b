import { type Db, openDb } from "../../db/openDb.ts";
import { withSnapshot } from "../../db/transfer/readRows.ts";
import { withTemporaryFolder } from "../../withTemporaryFolder.ts";
import type { BackupTarget } from "./BackupTarget.ts";

/**
 * Reads a database at one point in time. The embedded one handles one statement after the other, so its files are copied, which is quick, and
 * the copy is read without blocking it.
 * @param parent the folder in which the copy is made; omitted: that of temporary files
 */
export async function onSnapshot<T>(
  { database }: BackupTarget,
  read: (db: Db) => Promise<T>,
  parent?: string,
): Promise<T> {
  if (!database.copyTo) return withSnapshot(database.db, read);
  const { copyTo } = database;
  return withTemporaryFolder(
    "clew-copy-",
    async (folder) => {
      await copyTo(folder);
      const copy = await openDb({ dataDir: folder, isDurable: false });
      try {
        return await withSnapshot(copy.db, read);
      } finally {
        await copy.close();
      }
    },
    parent,
  );
}
