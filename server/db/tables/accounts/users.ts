import type { Insertable, Selectable } from "kysely";
import { anyOf } from "../../anyOf.ts";
import type { Db } from "../../openDb.ts";
import type { CompaniesTable, UsersTable } from "../../schema/accessSchema.ts";

/** What a company demands of sessions and tokens. */
export const POLICY_COLUMNS = [
  "companies.session_idle_minutes",
  "companies.session_max_hours",
  "companies.token_max_days",
  "companies.allowed_networks",
  "companies.oauth_clients",
] as const;
/** A row of POLICY_COLUMNS; null: no demand, or a user without a company. */
export interface PolicyRow {
  readonly session_idle_minutes: number | null;
  readonly session_max_hours: number | null;
  readonly token_max_days: number | null;
  readonly allowed_networks: string | null;
  readonly oauth_clients: boolean | null;
}

/** Columns of a user joined with the company: what a request's principal is made of. */
export const PRINCIPAL_COLUMNS = [
  "users.id",
  "users.name",
  "users.email",
  "users.language",
  "users.company_id",
  "users.company_role",
  "companies.plan",
  "companies.subscription_status",
  "companies.trial_ends_at",
  "companies.plan_before_trial",
  ...POLICY_COLUMNS,
] as const;

type Company = Selectable<CompaniesTable>;
/** A row of PRINCIPAL_COLUMNS. The columns of the company are null for a user without one. */
export type PrincipalRow = Pick<
  Selectable<UsersTable>,
  "id" | "name" | "email" | "language" | "company_id" | "company_role"
> & {
  readonly plan: Company["plan"] | null;
  readonly subscription_status: Company["subscription_status"] | null;
  readonly trial_ends_at: Date | null;
  readonly plan_before_trial: Company["plan"] | null;
} & PolicyRow;

/** @param email in lower case, as it is stored */
export const findUserByEmail = (db: Db, email: string) =>
  db
    .selectFrom("users")
    .select(["id", "email", "name", "language", "company_id"])
    .where("email", "=", email)
    .executeTakeFirst();

/** What the company of a user demands. @throws NoResultError when there is no such user */
export const findPolicyOfUser = (db: Db, id: string): Promise<PolicyRow> =>
  db
    .selectFrom("users")
    .leftJoin("companies", "companies.id", "users.company_id")
    .select(POLICY_COLUMNS)
    .where("users.id", "=", id)
    .executeTakeFirstOrThrow();

/**
 * Locks a user until the transaction ends, so that a removal or a deactivation waits, or has ended before.
 * @returns what the user is now; undefined for no such user
 */
export const lockUser = (
  transaction: Db,
  id: string,
): Promise<{ readonly company_id: string | null; readonly deactivated_at: Date | null } | undefined> =>
  transaction
    .selectFrom("users")
    .select(["company_id", "deactivated_at"])
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Who a mail about an account goes to. @throws NoResultError when there is no such user */
export const findMailReceiver = (db: Db, id: string) =>
  db.selectFrom("users").select(["name", "email", "language"]).where("id", "=", id).executeTakeFirstOrThrow();

export async function hasUsers(db: Db): Promise<boolean> {
  return (await db.selectFrom("users").select("id").limit(1).executeTakeFirst()) !== undefined;
}

/** @throws NoResultError when there is no such user */
export async function findPasswordHash(db: Db, id: string): Promise<string> {
  const row = await db.selectFrom("users").select("password_hash").where("id", "=", id).executeTakeFirstOrThrow();
  return row.password_hash;
}

/** The stored hashes of these addresses; without addresses that have no account. */
export async function findPasswordHashes(db: Db, emails: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("users")
    .select(["email", "password_hash"])
    .where("email", "=", anyOf(emails))
    .execute();
  return new Map(rows.map(({ email, password_hash }) => [email, password_hash]));
}

export async function updatePasswordHash(db: Db, id: string, hash: string): Promise<void> {
  await db.updateTable("users").set({ password_hash: hash }).where("id", "=", id).execute();
}

/** @throws DatabaseError of the constraint users_email_unique */
export async function insertUser(db: Db, user: Insertable<UsersTable>): Promise<void> {
  await db.insertInto("users").values(user).execute();
}

/** Changes the account of an address that belongs to no company. @returns its id, or undefined when there is none */
export async function updateUserWithoutCompany(
  db: Db,
  email: string,
  account: Omit<Insertable<UsersTable>, "id" | "email" | "created_at">,
): Promise<string | undefined> {
  const row = await db
    .updateTable("users")
    .set(account)
    .where("email", "=", email)
    .where("company_id", "is", null)
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}

/** The people of a company, by their addresses. */
export const listUsersByEmail = (db: Db, companyId: string) =>
  db
    .selectFrom("users")
    .select(["id", "email", "name", "company_role as role", "language"])
    .where("company_id", "=", companyId)
    .orderBy("email")
    .execute();

/** The columns of an account that a sign-in needs, by address. */
export const findUserForSignIn = (db: Db, email: string) =>
  db
    .selectFrom("users")
    .select(["id", "name", "password_hash", "company_id"])
    .where("email", "=", email)
    .executeTakeFirst();

export const listUsersByEmails = (db: Db, emails: readonly string[]) =>
  db
    .selectFrom("users")
    .select(["id", "email", "name", "language", "company_id"])
    .where("email", "in", [...emails])
    .execute();
