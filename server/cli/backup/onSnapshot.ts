import { mkdtemp, rm } from "node:fs/promises";
import { type Db, openDb } from "../../db/openDb.ts";
import { withSnapshot } from "../../db/transfer/readRows.ts";
import type { BackupTarget } from "./BackupTarget.ts";

/**
 * Reads a database at one point in time. The embedded one handles one statement after the other, so its files are copied, which is quick, and
 * the copy is read without blocking it.
 * @param prefix path at which the copy's folder is made; random characters are appended
 */
export async function onSnapshot<T>(
  { database }: BackupTarget,
  prefix: string,
  read: (db: Db) => Promise<T>,
): Promise<T> {
  if (!database.copyTo) return withSnapshot(database.db, read);
  const folder = await mkdtemp(prefix);
  try {
    await database.copyTo(folder);
    const copy = await openDb({ dataDir: folder, isDurable: false });
    try {
      return await withSnapshot(copy.db, read);
    } finally {
      await copy.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
