import { sql, type Insertable } from "kysely";
import type { Db } from "../../openDb.ts";
import type { SessionsTable } from "../../schema/accessSchema.ts";
import { lacksRequiredFactor } from "./secondFactors.ts";
import { passwordRefused } from "../directory/ssoAccounts.ts";
import { POLICY_COLUMNS, PRINCIPAL_COLUMNS } from "./users.ts";

export async function insertSession(db: Db, session: Insertable<SessionsTable>): Promise<void> {
  await db.insertInto("sessions").values(session).execute();
}

/** Deletes the least recently used sessions of a user, all but `keep`. */
export async function deleteSessionsBeyond(db: Db, userId: string, keep: number): Promise<void> {
  await db
    .deleteFrom("sessions")
    .where("token_hash", "in", (select) =>
      select
        .selectFrom("sessions")
        .select("token_hash")
        .where("user_id", "=", userId)
        .orderBy("last_used_at", "desc")
        .orderBy("token_hash")
        .offset(keep),
    )
    .execute();
}

/**
 * A session ends when the directory deactivates its user. One that began with a password ends with the right of its user to use one: where the
 * company requires single sign-on. A user without a company has nulls here.
 */
const mayContinue = sql<boolean>`users.deactivated_at is null and (sessions.sso_provider_id is null and ${passwordRefused}) is not true`;

/** A session that has not ended, with its user and the user's company. */
export const findSessionPrincipal = (db: Db, hash: string, now: Date) =>
  db
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .leftJoin("companies", "companies.id", "users.company_id")
    .select([
      ...PRINCIPAL_COLUMNS,
      "sessions.created_at",
      "sessions.last_used_at",
      "sessions.browser_hash",
      "sessions.network_hash",
      "sessions.refused_at",
      lacksRequiredFactor.as("lacks_required_factor"),
    ])
    .where("sessions.token_hash", "=", hash)
    .where("sessions.expires_at", ">", now)
    .where(mayContinue)
    .executeTakeFirst();

/** Stores the first refusal of a session. @returns false when one is stored already */
export async function updateSessionRefused(db: Db, hash: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("sessions")
    .set({ refused_at: at })
    .where("token_hash", "=", hash)
    .where("refused_at", "is", null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function updateSessionUse(
  db: Db,
  hash: string,
  use: { readonly last_used_at: Date; readonly expires_at: Date; readonly address?: string },
): Promise<void> {
  await db
    .updateTable("sessions")
    // A null is left out by `least`.
    .set({ ...use, expires_at: sql<Date>`least(${use.expires_at}::timestamptz, ends_at)` })
    .where("token_hash", "=", hash)
    .execute();
}

/**
 * Brings forward the ends of a company's sessions to what it demands now. Those that it lets last longer get their new end with their next use.
 */
export async function updateSessionEnds(db: Db, companyId: string): Promise<void> {
  await sql`
    update sessions set expires_at = least(
      sessions.expires_at,
      sessions.last_used_at + companies.session_idle_minutes * interval '1 minute',
      sessions.created_at + companies.session_max_hours * interval '1 hour'
    )
    from users, companies
    where users.id = sessions.user_id and companies.id = users.company_id and companies.id = ${companyId}`.execute(db);
}

/** The limits of the company of a session that has ended and is still stored. */
export const findEndedSessionPolicy = (db: Db, hash: string, now: Date) =>
  db
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .innerJoin("companies", "companies.id", "users.company_id")
    .select([...POLICY_COLUMNS, "sessions.created_at", "sessions.last_used_at"])
    .where("sessions.token_hash", "=", hash)
    .where("sessions.expires_at", "<=", now)
    .executeTakeFirst();

/** When the session began and when its password was typed again. */
export const findSessionConfirmation = (db: Db, hash: string) =>
  db.selectFrom("sessions").select(["created_at", "confirmed_at"]).where("token_hash", "=", hash).executeTakeFirst();

export async function updateSessionConfirmation(db: Db, hash: string, at: Date): Promise<void> {
  await db.updateTable("sessions").set({ confirmed_at: at }).where("token_hash", "=", hash).execute();
}

export async function deleteSession(db: Db, hash: string): Promise<void> {
  await db.deleteFrom("sessions").where("token_hash", "=", hash).execute();
}

/** @param except the hash of a session that stays @returns how many were deleted */
export async function deleteSessionsOfUser(db: Db, userId: string, except?: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("sessions")
    .where("user_id", "=", userId)
    .$if(except !== undefined, (query) => query.where("token_hash", "!=", except ?? ""))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** @returns the deleted session's user agent */
export const deleteSessionOfUser = (db: Db, userId: string, id: string) =>
  db
    .deleteFrom("sessions")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .returning("user_agent")
    .executeTakeFirst();

/** Sessions that have not ended, the last used first. */
export const listSessionsOfUser = (db: Db, userId: string, now: Date) =>
  db
    .selectFrom("sessions")
    .select(["id", "token_hash", "user_agent", "address", "created_at", "last_used_at", "refused_at"])
    .where("user_id", "=", userId)
    .where("expires_at", ">", now)
    .orderBy("last_used_at", "desc")
    .orderBy("id")
    .execute();

/** Those of the sessions that have not ended and have what the company requires, with the subscription of the user's company. */
export const listSessionSubscriptions = (db: Db, hashes: readonly string[], now: Date) =>
  db
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .leftJoin("companies", "companies.id", "users.company_id")
    .select([
      "sessions.token_hash",
      "companies.subscription_status",
      "companies.trial_ends_at",
      "companies.plan_before_trial",
      ...POLICY_COLUMNS,
    ])
    // One array, not one parameter for each: PostgreSQL takes 65,535 parameters at most.
    .where("sessions.token_hash", "=", sql<string>`any(${[...new Set(hashes)]})`)
    .where("sessions.expires_at", ">", now)
    .where(mayContinue)
    .where(sql<boolean>`not ${lacksRequiredFactor}`)
    .execute();

/** The user of a session that has not ended. */
export const findSessionUser = (db: Db, hash: string, now: Date) =>
  db
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .leftJoin("companies", "companies.id", "users.company_id")
    .select(["users.id", "users.name", "users.email", "users.company_id", "users.company_role"])
    .where("sessions.token_hash", "=", hash)
    .where("sessions.expires_at", ">", now)
    .where(mayContinue)
    .executeTakeFirst();

export async function deleteExpiredSessions(db: Db, now: Date): Promise<void> {
  await db.deleteFrom("sessions").where("expires_at", "<=", now).execute();
}
