import type { Insertable } from "kysely";
import type { Db } from "../../openDb.ts";
import type { SocketTicketsTable } from "../../schema/accessSchema.ts";

export async function insertSocketTicket(db: Db, ticket: Insertable<SocketTicketsTable>): Promise<void> {
  await db.insertInto("socket_tickets").values(ticket).execute();
}

/** Takes a ticket that has not expired. @returns the hash of its session */
export async function deleteSocketTicket(db: Db, ticketHash: string, now: Date): Promise<string | undefined> {
  const row = await db
    .deleteFrom("socket_tickets")
    .where("ticket_hash", "=", ticketHash)
    .where("expires_at", ">", now)
    .returning("session_hash")
    .executeTakeFirst();
  return row?.session_hash;
}

export async function deleteExpiredSocketTickets(db: Db, now: Date): Promise<void> {
  await db.deleteFrom("socket_tickets").where("expires_at", "<=", now).execute();
}
