/** Second factors of users: passkeys, authenticator apps and recovery codes. */
import { sql, type Insertable } from "kysely";
import type { Db } from "../../openDb.ts";
import type { PasskeysTable } from "../../schema/secondFactorSchema.ts";

/** Whether a user in `users` has a second factor. Recovery codes alone do not count. */
const hasFactor = sql<boolean>`(
  exists (select 1 from passkeys where passkeys.user_id = users.id)
  or exists (select 1 from authenticator_apps where authenticator_apps.user_id = users.id and confirmed_at is not null)
)`;

/**
 * Whether a session may do nothing but set up a second factor; joined with its user and the user's company. A user without a company has nulls
 * here.
 */
export const lacksRequiredFactor = sql<boolean>`(
  companies.requires_second_factor and sessions.sso_provider_id is null and not ${hasFactor}
) is true`;

/** Whether a user has a second factor. */
export async function hasSecondFactor(db: Db, userId: string): Promise<boolean> {
  const row = await db.selectFrom("users").select("id").where("id", "=", userId).where(hasFactor).executeTakeFirst();
  return row !== undefined;
}

/** The ids of the users of a company who have a second factor. */
export async function listFactorOwners(db: Db, companyId: string): Promise<string[]> {
  const rows = await db.selectFrom("users").select("id").where("company_id", "=", companyId).where(hasFactor).execute();
  return rows.map(({ id }) => id);
}

/** Ends the sessions of a company that began with the password of a user without a second factor. @returns how many */
export async function deleteSessionsWithoutFactor(db: Db, companyId: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("sessions")
    .where("sso_provider_id", "is", null)
    .where("user_id", "in", (select) =>
      select
        .selectFrom("users")
        .select("id")
        .where("company_id", "=", companyId)
        .where(sql<boolean>`not ${hasFactor}`),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Whether the company of a user requires a second factor. */
export async function isFactorRequired(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom("users")
    .innerJoin("companies", "companies.id", "users.company_id")
    .select("companies.requires_second_factor")
    .where("users.id", "=", userId)
    .executeTakeFirst();
  return row?.requires_second_factor ?? false;
}

/** Locks a user until the transaction ends: changes to the factors of one user run one after the other. */
export async function lockFactorsOfUser(transaction: Db, userId: string): Promise<void> {
  await transaction.selectFrom("users").select("id").where("id", "=", userId).forNoKeyUpdate().execute();
}

/** The oldest first. */
export const listPasskeysOfUser = (db: Db, userId: string) =>
  db
    .selectFrom("passkeys")
    .select(["id", "credential_id", "name", "is_synced", "created_at", "last_used_at"])
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();

/** @throws DatabaseError of passkeys_credential_unique */
export async function insertPasskey(db: Db, passkey: Insertable<PasskeysTable>): Promise<void> {
  await db.insertInto("passkeys").values(passkey).execute();
}

/** @returns the deleted passkey's name */
export const deletePasskeyOfUser = (db: Db, userId: string, id: string) =>
  db.deleteFrom("passkeys").where("id", "=", id).where("user_id", "=", userId).returning("name").executeTakeFirst();

/** A passkey with its user. */
export const findPasskey = (db: Db, credentialId: string) =>
  db
    .selectFrom("passkeys")
    .innerJoin("users", "users.id", "passkeys.user_id")
    .select([
      "passkeys.id",
      "passkeys.public_key",
      "passkeys.counter",
      "users.id as user_id",
      "users.name",
      "users.email",
      "users.company_id",
    ])
    .where("credential_id", "=", credentialId)
    .executeTakeFirst();

/**
 * Stores a use of a passkey. @returns false when the counter did not grow: another use came first, or the authenticator was copied
 */
export async function updatePasskeyUse(db: Db, id: string, counter: number, at: Date): Promise<boolean> {
  const row = await db
    .updateTable("passkeys")
    .set({ counter, last_used_at: at })
    .where("id", "=", id)
    // Authenticators without a counter always report 0.
    .where((is) => is.or([is("counter", "<", counter), is.and([is("counter", "=", 0), is(is.val(counter), "=", 0)])]))
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

export const findAuthenticatorApp = (db: Db, userId: string) =>
  db.selectFrom("authenticator_apps").selectAll().where("user_id", "=", userId).executeTakeFirst();

/** Stores a secret that waits for its first code, in place of another one that waits. @returns false when an app is in use */
export async function upsertWaitingApp(db: Db, userId: string, sealed: Uint8Array): Promise<boolean> {
  const row = await db
    .insertInto("authenticator_apps")
    .values({ user_id: userId, sealed, last_step: 0, confirmed_at: null })
    .onConflict((conflict) =>
      conflict
        .column("user_id")
        .doUpdateSet({ sealed, last_step: 0 })
        .where("authenticator_apps.confirmed_at", "is", null),
    )
    .returning("user_id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Accepts the code of a step. @returns false when this step or a later one was accepted before: each code is good once */
export async function updateAppStep(db: Db, userId: string, step: number): Promise<boolean> {
  const row = await db
    .updateTable("authenticator_apps")
    .set({ last_step: step })
    .where("user_id", "=", userId)
    .where("last_step", "<", step)
    .returning("user_id")
    .executeTakeFirst();
  return row !== undefined;
}

export async function updateAppConfirmed(db: Db, userId: string, at: Date): Promise<void> {
  await db.updateTable("authenticator_apps").set({ confirmed_at: at }).where("user_id", "=", userId).execute();
}

/** @returns false when there was none in use */
export async function deleteAuthenticatorApp(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .deleteFrom("authenticator_apps")
    .where("user_id", "=", userId)
    .returning("confirmed_at")
    .executeTakeFirst();
  return row !== undefined && row.confirmed_at !== null;
}

/** Puts a new set of recovery codes in the place of the old one. */
export async function replaceRecoveryCodes(db: Db, userId: string, hashes: readonly string[]): Promise<void> {
  await deleteRecoveryCodes(db, userId);
  await db
    .insertInto("recovery_codes")
    .values(hashes.map((hash) => ({ user_id: userId, code_hash: hash })))
    .execute();
}

/** Takes a code. @returns false for one that is wrong or was used */
export async function deleteRecoveryCode(db: Db, userId: string, hash: string): Promise<boolean> {
  const row = await db
    .deleteFrom("recovery_codes")
    .where("user_id", "=", userId)
    .where("code_hash", "=", hash)
    .returning("code_hash")
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteRecoveryCodes(db: Db, userId: string): Promise<void> {
  await db.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom("recovery_codes")
    .select((select) => select.fn.countAll<number>().as("count"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Deletes every factor of a user. @returns whether there was one */
export async function deleteFactorsOfUser(db: Db, userId: string): Promise<boolean> {
  const passkeys = await db.deleteFrom("passkeys").where("user_id", "=", userId).returning("id").execute();
  const hadApp = await deleteAuthenticatorApp(db, userId);
  await deleteRecoveryCodes(db, userId);
  return passkeys.length > 0 || hadApp;
}
