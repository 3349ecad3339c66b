/** Accounts that are linked to a subject of an identity provider, and who may still use a password. */
import { sql } from "kysely";
import { anyOf } from "../../anyOf.ts";
import type { Db } from "../../openDb.ts";

const COLUMNS = ["users.id", "users.name", "users.email", "users.company_id"] as const;

const keepsNoPassword = sql<boolean>`not (users.keeps_password and users.company_role = 'Admin')`;
/** Whether single sign-on is required and the user is no Admin who keeps the password; the user is joined with the company. */
export const passwordRefused = sql<boolean>`(companies.sso_required and companies.plan = 'Enterprise' and ${keepsNoPassword})`;

/**
 * Whether the owner of a token could sign in now, by a password or at an enabled provider of the company; the user is joined with the company. A
 * token of another owner opens nothing. True without a company.
 */
export const ownerMaySignIn = sql<boolean>`users.deactivated_at is null and (${passwordRefused} is not true or exists (
  select from sso_accounts
  join sso_providers on sso_providers.id = sso_accounts.provider_id
  where sso_accounts.user_id = users.id and sso_providers.company_id = users.company_id and sso_providers.is_enabled
))`;

/** The user of a subject. */
export const findSsoUser = (db: Db, providerId: string, subject: string) =>
  db
    .selectFrom("sso_accounts")
    .innerJoin("users", "users.id", "sso_accounts.user_id")
    .select(COLUMNS)
    .where("sso_accounts.provider_id", "=", providerId)
    .where("subject", "=", subject)
    .executeTakeFirst();

/** Whether a user is linked to any subject of a provider. */
export async function isSsoLinked(db: Db, providerId: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom("sso_accounts")
    .select("subject")
    .where("provider_id", "=", providerId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** @throws DatabaseError of sso_accounts_provider_user_unique where the user is linked to another subject of the provider */
export async function insertSsoAccount(
  db: Db,
  account: { readonly provider_id: string; readonly subject: string; readonly user_id: string },
): Promise<void> {
  await db.insertInto("sso_accounts").values(account).execute();
}

export async function deleteSsoAccountsOfUser(db: Db, userId: string): Promise<void> {
  await db.deleteFrom("sso_accounts").where("user_id", "=", userId).execute();
}

/** Whether a user's company requires single sign-on and the user is no Admin who keeps the password. */
export async function isPasswordRefused(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom("users")
    .innerJoin("companies", "companies.id", "users.company_id")
    .select("users.id")
    .where("users.id", "=", userId)
    .where(passwordRefused)
    .executeTakeFirst();
  return row !== undefined;
}

/** The Admins of a company who keep their password. */
export async function listPasswordAdmins(db: Db, companyId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("users")
    .select("id")
    .where("company_id", "=", companyId)
    .where("company_role", "=", "Admin")
    .where("keeps_password", "=", true)
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Sets who keeps the password: these users of a company and no others. */
export async function updatePasswordAdmins(db: Db, companyId: string, ids: readonly string[]): Promise<void> {
  await db
    .updateTable("users")
    .set({ keeps_password: sql<boolean>`${sql.ref("id")} = ${anyOf(ids)}` })
    .where("company_id", "=", companyId)
    .execute();
}

/** Deletes the sessions of a company that began with a password, without those of Admins who keep theirs. @returns how many */
export async function deletePasswordSessions(db: Db, companyId: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("sessions")
    .where("sso_provider_id", "is", null)
    .where("user_id", "in", (select) =>
      select.selectFrom("users").select("id").where("company_id", "=", companyId).where(keepsNoPassword),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** What a provider says has ended: one session of its own, or all of a subject. */
export interface EndedAtProvider {
  readonly subject: string | undefined;
  readonly sid: string | undefined;
  /** Sessions of the subject that began later stay. */
  readonly until: Date;
}

/**
 * Deletes the sessions that a provider has ended. A session whose sign-in named no session of the provider ends with its subject.
 * @returns the users whose sessions ended, one entry for each session
 */
export const deleteSessionsEndedAt = (db: Db, providerId: string, { subject, sid, until }: EndedAtProvider) =>
  db
    .deleteFrom("sessions")
    .using("users")
    .whereRef("users.id", "=", "sessions.user_id")
    .where("sso_provider_id", "=", providerId)
    .where((is) => {
      const ofSubject = is.and([is("sso_subject", "=", subject ?? ""), is("sessions.created_at", "<=", until)]);
      return sid === undefined
        ? ofSubject
        : is.or([
            is.and([is("sso_sid", "=", sid), ...(subject === undefined ? [] : [is("sso_subject", "=", subject)])]),
            is.and([is("sso_sid", "is", null), ofSubject]),
          ]);
    })
    .returning(COLUMNS)
    .execute();
