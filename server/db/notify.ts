import { sql } from "kysely";
import type { Db } from "./openDb.ts";

/** Wakes the listeners of a channel; in a transaction, when that commits. */
export async function notify(db: Db, channel: string): Promise<void> {
  await sql`select pg_notify(${channel}, '')`.execute(db);
}
