import { mkdtemp, rm } from "node:fs/promises";
import { type Db, openDb } from "../../db/openDb.ts";
import { withSnapshot } from "../../db/transfer/readRows.ts";
import type { Keep } from "./Keep.ts";

/**
 * Reads a database as it is at one moment. The embedded one answers one after the other, so its files are copied in a moment and the copy
 * is read at leisure.
 * @param prefix path at which the copy's folder is made; its name goes on with random signs
 */
export async function onSnapshot<T>({ database }: Keep, prefix: string, read: (db: Db) => Promise<T>): Promise<T> {
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
