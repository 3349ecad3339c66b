/** Sign-ins that wait for a second factor, and challenges that wait for an authenticator. */
import type { Insertable } from "kysely";
import type { Db } from "../../openDb.ts";
import type { PasskeyChallengesTable, SignInTicketsTable } from "../../schema/secondFactorSchema.ts";

export async function insertSignInTicket(db: Db, ticket: Insertable<SignInTicketsTable>): Promise<void> {
  await db.insertInto("sign_in_tickets").values(ticket).execute();
}

/** The user of a ticket that has not expired. */
export const findSignInTicket = (db: Db, hash: string, now: Date) =>
  db
    .selectFrom("sign_in_tickets")
    .innerJoin("users", "users.id", "sign_in_tickets.user_id")
    .select(["users.id", "users.name", "users.email", "users.language", "users.company_id"])
    .select(["sso_provider_id", "sso_subject"])
    .where("ticket_hash", "=", hash)
    .where("expires_at", ">", now)
    .executeTakeFirst();

/** Takes a ticket that has not expired. */
export const deleteSignInTicket = (db: Db, hash: string, now: Date) =>
  db
    .deleteFrom("sign_in_tickets")
    .where("ticket_hash", "=", hash)
    .where("expires_at", ">", now)
    .returning(["user_id", "sso_provider_id", "sso_subject"])
    .executeTakeFirst();

export async function deleteSignInTicketsOfUser(db: Db, userId: string): Promise<void> {
  await db.deleteFrom("sign_in_tickets").where("user_id", "=", userId).execute();
}

export async function insertPasskeyChallenge(db: Db, challenge: Insertable<PasskeyChallengesTable>): Promise<void> {
  await db.insertInto("passkey_challenges").values(challenge).execute();
}

/** Takes a challenge of a purpose and session that has not expired: it is good for one answer. */
export async function deletePasskeyChallenge(
  db: Db,
  {
    hash,
    purpose,
    sessionHash,
  }: {
    readonly hash: string;
    readonly purpose: PasskeyChallengesTable["purpose"];
    readonly sessionHash: string | null;
  },
  now: Date,
): Promise<boolean> {
  const row = await db
    .deleteFrom("passkey_challenges")
    .where("challenge_hash", "=", hash)
    .where("purpose", "=", purpose)
    .where("session_hash", sessionHash === null ? "is" : "=", sessionHash)
    .where("expires_at", ">", now)
    .returning("challenge_hash")
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes tickets and challenges that were never answered. */
export async function deleteExpiredSignIns(db: Db, now: Date): Promise<void> {
  await db.deleteFrom("sign_in_tickets").where("expires_at", "<=", now).execute();
  await db.deleteFrom("passkey_challenges").where("expires_at", "<=", now).execute();
}
