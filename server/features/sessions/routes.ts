/** Where a user is signed in, and how to end it there; and the ticket that opens the socket. */
import { actorOf, recordAuditEvent } from "../../access/auditLog.ts";
import { endSession, endSessions, listSessions, revokeSession } from "../../access/sessions/sessions.ts";
import { newSocketTicket } from "../../access/sessions/socketTickets.ts";
import type { Db } from "../../db/openDb.ts";
import type { RouteRegistrar } from "../../http/router.ts";

export function mountSessions(mount: RouteRegistrar, db: Db): void {
  mount("logout", async ({ user, address }) => {
    await db.transaction().execute(async (transaction) => {
      await endSession(transaction, user.sessionHash);
      await recordAuditEvent(transaction, actorOf(user, address), { action: "session.ended" });
    });
  });
  mount("listSessions", ({ user }) => listSessions(db, user));
  mount("revokeSession", async ({ user, params, address }) => {
    await db.transaction().execute(async (transaction) => {
      const { userAgent } = await revokeSession(transaction, user.id, params.sessionId);
      await recordAuditEvent(transaction, actorOf(user, address), {
        action: "session.revoked",
        subject: { kind: "session", id: params.sessionId, name: userAgent },
      });
    });
  });
  mount("revokeOtherSessions", async ({ user, address }) => {
    await db.transaction().execute(async (transaction) => {
      const ended = await endSessions(transaction, user.id, user.sessionHash);
      if (ended > 0) {
        await recordAuditEvent(transaction, actorOf(user, address), {
          action: "sessions.revoked",
          after: { sessions: ended },
        });
      }
    });
  });
  mount("createSocketTicket", async ({ user }) => {
    const { ticket, expires } = await newSocketTicket(db, user.sessionHash);
    return { ticket, expires_at: expires.toISOString() };
  });
}
