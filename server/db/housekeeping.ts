import { sql } from "kysely";
import type { Db } from "./openDb.ts";

/** An event is kept for as long as a client may have been away that wants to hear what it missed. */
const EVENTS_MS = 7 * 24 * 60 * 60 * 1000;
/** No blob takes so long to be written. */
const PIECES_MS = 6 * 60 * 60 * 1000;
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
  await sweepPieces(db, now);
  await db.deleteFrom("socket_tickets").where("expires_at", "<=", now).execute();
  await db.deleteFrom("rate_limits").where("full_at", "<", now).execute();
  await sweepAudit(db, now);
}

/** Each company says how long its log is kept. The database refuses every other way to take a row out of it. */
async function sweepAudit(db: Db, now: Date): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`select set_config('clew.audit_sweep', 'on', true)`.execute(transaction);
    await sql`
      delete from audit_log using companies
      where companies.id = audit_log.company_id and audit_log.at < ${now}::timestamptz - companies.audit_days * interval '1 day'
    `.execute(transaction);
  });
}

/** Pieces of blobs whose writing was cut short; one that is still being written is younger. */
async function sweepPieces(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom("blob_chunks")
    .where("written_at", "<", new Date(now.getTime() - PIECES_MS))
    .where((is) =>
      is.not(is.exists(is.selectFrom("blobs").select("blobs.hash").whereRef("blobs.hash", "=", "blob_chunks.hash"))),
    )
    .execute();
}
