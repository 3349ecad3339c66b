import { sql } from "kysely";
import type { Db } from "./openDb.ts";

/**
 * Writes data whose loss in a power cut is acceptable (when a session was last used), without waiting for the disk: it is flushed with the
 * next write that waits. Otherwise many users who return at the same time would each hold the database for the time of a flush.
 */
export function withoutFlush(db: Db, work: (transaction: Db) => Promise<void>): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    await sql`set local synchronous_commit = off`.execute(transaction);
    await work(transaction);
  });
}
