import type { Insertable } from "kysely";
import type { Db } from "../../openDb.ts";
import type { RegistrationsTable } from "../../schema/accessSchema.ts";

export async function insertRegistration(db: Db, registration: Insertable<RegistrationsTable>): Promise<void> {
  await db.insertInto("registrations").values(registration).execute();
}

export async function deleteRegistrationsOf(db: Db, invitationId: string): Promise<void> {
  await db.deleteFrom("registrations").where("invitation_id", "=", invitationId).execute();
}

/** Registrations of an address whose invitation can still be accepted. */
export const listOpenRegistrations = (db: Db, email: string, now: Date) =>
  db
    .selectFrom("registrations")
    .innerJoin("invitations", "invitations.id", "registrations.invitation_id")
    .select(["registrations.id", "registrations.name", "registrations.language", "invitations.company_id"])
    .where("registrations.email", "=", email)
    .where("invitations.accepted_at", "is", null)
    .where("invitations.revoked_at", "is", null)
    .where("invitations.expires_at", ">", now)
    .execute();

/** Sets a new code, of which nothing was tried. */
export async function updateRegistrationCode(db: Db, id: string, codeHash: string, expiresAt: Date): Promise<void> {
  await db
    .updateTable("registrations")
    .set({ code_hash: codeHash, code_expires_at: expiresAt, code_attempts: 0 })
    .where("id", "=", id)
    .execute();
}

/** Counts an attempt at each registration of an address that had fewer than `maximum`. @returns these registrations */
export const updateRegistrationAttempts = (db: Db, email: string, maximum: number) =>
  db
    .updateTable("registrations")
    .set((row) => ({ code_attempts: row("code_attempts", "+", 1) }))
    .where("email", "=", email)
    .where("code_attempts", "<", maximum)
    .returningAll()
    .execute();

/** The password of the newest registration of an address. */
export async function findRegistrationPassword(db: Db, email: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("registrations")
    .select("password_hash")
    .where("email", "=", email)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.password_hash;
}

/** Deletes registrations whose invitation ended before a time. */
export async function deleteRegistrationsEndedBefore(db: Db, at: Date): Promise<void> {
  await db
    .deleteFrom("registrations")
    .where("invitation_id", "in", (select) =>
      select
        .selectFrom("invitations")
        .select("invitations.id")
        .where((is) => is.or([is("revoked_at", "<", at), is("expires_at", "<", at)])),
    )
    .execute();
}
