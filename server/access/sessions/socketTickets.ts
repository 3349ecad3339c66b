/** Tickets for the socket: an address may land in a log on the way, and what is in it then is worth nothing any more. */
import type { Db } from "../../db/openDb.ts";
import { findSessionPrincipal } from "../../db/tables/accounts/sessions.ts";
import { deleteSocketTicket, insertSocketTicket } from "../../db/tables/accounts/socketTickets.ts";
import { requireSessionNetwork } from "../accessPolicy.ts";
import { principalOf, type Principal } from "./sessions.ts";
import { hashToken, newToken, MAX_ACCESS_TOKEN_LENGTH } from "../tokens/tokens.ts";

const TICKET_TTL_MS = 30_000;

/** @returns a secret that opens the socket once, and its end */
export async function newSocketTicket(
  db: Db,
  sessionHash: string,
  now: Date = new Date(),
): Promise<{ ticket: string; expires: Date }> {
  const ticket = newToken();
  const expires = new Date(now.getTime() + TICKET_TTL_MS);
  await insertSocketTicket(db, { ticket_hash: hashToken(ticket), session_hash: sessionHash, expires_at: expires });
  return { ticket, expires };
}

/**
 * The caller of a ticket, which is consumed. Undefined when it was used, has expired, or its session has ended or lacks a second factor that
 * the company requires.
 * @throws Unauthorized for a client in another network than the company allows
 */
export async function redeemSocketTicket(
  db: Db,
  ticket: string,
  address: string,
  now: Date = new Date(),
): Promise<Principal | undefined> {
  if (ticket === "" || ticket.length > MAX_ACCESS_TOKEN_LENGTH) return undefined;
  const sessionHash = await deleteSocketTicket(db, hashToken(ticket), now);
  if (sessionHash === undefined) return undefined;
  const row = await findSessionPrincipal(db, sessionHash, now);
  if (!row || row.lacks_required_factor) return undefined;
  requireSessionNetwork(row, address);
  return principalOf(row, sessionHash, now);
}
