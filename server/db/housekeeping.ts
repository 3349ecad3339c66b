import type { Db } from "./openDb.ts";

/** An event is kept for as long as a client may have been away that wants to hear what it missed. */
const EVENTS_MS = 7 * 24 * 60 * 60 * 1000;
/** How long it is kept what agents asked for. */
const USAGE_MS = 400 * 24 * 60 * 60 * 1000;

/** Takes out what nobody can use any more: old events and ended sessions. Several processes may do it at once. */
export async function sweep(db: Db, now: Date = new Date()): Promise<void> {
  await db
    .deleteFrom("events")
    .where("created_at", "<", new Date(now.getTime() - EVENTS_MS))
    .execute();
  const oldest = new Date(now.getTime() - USAGE_MS).toISOString().slice(0, 10);
  await db.deleteFrom("mcp_usage").where("day", "<", oldest).execute();
  await db.deleteFrom("sessions").where("expires_at", "<=", now).execute();
}
