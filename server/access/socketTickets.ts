/** Tickets for the socket: an address may land in a log on the way, and what is in it then is worth nothing any more. */
import type { Db } from "../db/openDb.ts";
import { principalOf, PRINCIPAL_COLUMNS, type Principal } from "./sessions.ts";
import { hashToken, newToken, MAX_TOKEN_LENGTH } from "./tokens.ts";

const TICKET_TTL_MS = 30_000;

/** @returns a secret that opens the socket once, and its end */
export async function newSocketTicket(
  db: Db,
  sessionHash: string,
  now: Date = new Date(),
): Promise<{ ticket: string; expires: Date }> {
  const ticket = newToken();
  const expires = new Date(now.getTime() + TICKET_TTL_MS);
  await db
    .insertInto("socket_tickets")
    .values({ ticket_hash: hashToken(ticket), session_hash: sessionHash, expires_at: expires })
    .execute();
  return { ticket, expires };
}

/** The caller of a ticket, which is consumed. Undefined when it was used, has expired, or its session has ended. */
export async function redeemSocketTicket(
  db: Db,
  ticket: string,
  now: Date = new Date(),
): Promise<Principal | undefined> {
  if (ticket === "" || ticket.length > MAX_TOKEN_LENGTH) return undefined;
  const used = await db
    .deleteFrom("socket_tickets")
    .where("ticket_hash", "=", hashToken(ticket))
    .where("expires_at", ">", now)
    .returning("session_hash")
    .executeTakeFirst();
  if (!used) return undefined;
  const row = await db
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .leftJoin("companies", "companies.id", "users.company_id")
    .select(PRINCIPAL_COLUMNS)
    .where("sessions.token_hash", "=", used.session_hash)
    .where("sessions.expires_at", ">", now)
    .executeTakeFirst();
  return row && principalOf(row, used.session_hash, now);
}
