import { sql } from "kysely";
import type { Db } from "./openDb.ts";

/**
 * Writes what nobody would miss after a power cut (when a session was last used), without waiting for the disk: it gets there with the next
 * write that does. Where many people come back at once, each of them would otherwise hold the database for the time of a flush.
 */
export function withoutFlush(db: Db, work: (transaction: Db) => Promise<void>): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    await sql`set local synchronous_commit = off`.execute(transaction);
    await work(transaction);
  });
}
