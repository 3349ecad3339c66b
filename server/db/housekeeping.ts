import { HOUR_MS, DAY_MS } from "../../contract/durations.ts";
import { sql } from "kysely";
import type { Db } from "./openDb.ts";

/** An event is kept for as long as a client may have been away that wants to hear what it missed. */
const EVENT_RETENTION_MS = 7 * DAY_MS;
/** No blob takes so long to be written. */
const BLOB_PIECE_RETENTION_MS = 6 * HOUR_MS;
/** How long it is kept what agents asked for. */
const USAGE_RETENTION_MS = 400 * DAY_MS;
/** A mail and what became of it are remembered for so long. */
const MAIL_RETENTION_MS = 90 * DAY_MS;
/** An invitation may be sent again after its end; so long after it, who has registered by it and never typed the code is forgotten. */
const REGISTRATION_RETENTION_MS = 30 * DAY_MS;

/** Deletes expired rows, such as old events and ended sessions. Several processes may run it concurrently. */
export async function deleteExpiredRows(db: Db, now: Date = new Date()): Promise<void> {
  await db
    .deleteFrom("events")
    .where("created_at", "<", new Date(now.getTime() - EVENT_RETENTION_MS))
    .execute();
  const oldest = new Date(now.getTime() - USAGE_RETENTION_MS).toISOString().slice(0, 10);
  await db.deleteFrom("mcp_usage").where("day", "<", oldest).execute();
  await db.deleteFrom("sessions").where("expires_at", "<=", now).execute();
  await deleteOrphanedPieces(db, now);
  await db.deleteFrom("socket_tickets").where("expires_at", "<=", now).execute();
  await db.deleteFrom("rate_limits").where("full_at", "<", now).execute();
  await db.deleteFrom("password_resets").where("expires_at", "<=", now).execute();
  await db.deleteFrom("oauth_states").where("expires_at", "<=", now).execute();
  await deleteExpiredRegistrations(db, now);
  await deleteOldMail(db, now);
  await deleteOldAuditEvents(db, now);
}

async function deleteExpiredRegistrations(db: Db, now: Date): Promise<void> {
  const ended = new Date(now.getTime() - REGISTRATION_RETENTION_MS);
  await db
    .deleteFrom("registrations")
    .where("invitation_id", "in", (select) =>
      select
        .selectFrom("invitations")
        .select("invitations.id")
        .where((is) => is.or([is("revoked_at", "<", ended), is("expires_at", "<", ended)])),
    )
    .execute();
}

/** Forgets old mails, and erases the texts of those whose links and codes open nothing any more. */
async function deleteOldMail(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom("outbox")
    .where("created_at", "<", new Date(now.getTime() - MAIL_RETENTION_MS))
    .execute();
  // One that still waits is given up by its sender, who says why.
  await db
    .updateTable("outbox")
    .set({ content: null })
    .where("expires_at", "<", now)
    .where("state", "!=", "waiting")
    .where("content", "is not", null)
    .execute();
}

/** Each company says how long its log is kept. The database refuses every other way to take a row out of it. */
async function deleteOldAuditEvents(db: Db, now: Date): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`select set_config('clew.audit_sweep', 'on', true)`.execute(transaction);
    await sql`
      delete from audit_log using companies
      where companies.id = audit_log.company_id and audit_log.at < ${now}::timestamptz - companies.audit_days * interval '1 day'
    `.execute(transaction);
  });
}

/** Pieces of blobs whose writing was cut short; one that is still being written is younger. */
async function deleteOrphanedPieces(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom("blob_chunks")
    .where("written_at", "<", new Date(now.getTime() - BLOB_PIECE_RETENTION_MS))
    .where((is) =>
      is.not(is.exists(is.selectFrom("blobs").select("blobs.hash").whereRef("blobs.hash", "=", "blob_chunks.hash"))),
    )
    .execute();
}
