import { sql, type Insertable, type Selectable } from "kysely";
import { insertRows } from "../../insertRows.ts";
import { anyOf } from "../../anyOf.ts";
import type { Db } from "../../openDb.ts";
import type { InvitationsTable } from "../../schema/accessSchema.ts";

export type InvitationRow = Selectable<InvitationsTable>;

export async function insertInvitations(db: Db, invitations: readonly Insertable<InvitationsTable>[]): Promise<void> {
  await insertRows(db, "invitations", invitations);
}

/** With "lock" the row is locked until the transaction ends. */
export const findInvitationByToken = (db: Db, tokenHash: string, lock?: "lock"): Promise<InvitationRow | undefined> =>
  db
    .selectFrom("invitations")
    .selectAll()
    .where("token_hash", "=", tokenHash)
    .$if(lock === "lock", (query) => query.forUpdate())
    .executeTakeFirst();

/** Locks the row until the transaction ends. */
export const lockInvitationById = (transaction: Db, id: string): Promise<InvitationRow | undefined> =>
  transaction.selectFrom("invitations").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();

/** Locks the open invitation of an address to a company. */
export const lockInvitationOfAddress = (
  transaction: Db,
  companyId: string,
  email: string,
  now: Date,
): Promise<InvitationRow | undefined> =>
  transaction
    .selectFrom("invitations")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("email", "=", email)
    .where("accepted_at", "is", null)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", now)
    .orderBy("created_at", "desc")
    .limit(1)
    .forUpdate()
    .executeTakeFirst();

/** Gives an open invitation another link and end. @returns its address */
export const updateInvitationLink = (
  db: Db,
  companyId: string,
  id: string,
  link: { readonly token_hash: string; readonly expires_at: Date },
) =>
  db
    .updateTable("invitations")
    .set(link)
    .where("id", "=", id)
    .where("company_id", "=", companyId)
    .where("accepted_at", "is", null)
    .where("revoked_at", "is", null)
    .returning("email")
    .executeTakeFirst();

export async function updateInvitationAccepted(db: Db, id: string, at: Date): Promise<void> {
  await db.updateTable("invitations").set({ accepted_at: at }).where("id", "=", id).execute();
}

/** Revokes an open invitation. @returns its address */
export const updateInvitationRevoked = (db: Db, companyId: string, id: string, at: Date) =>
  db
    .updateTable("invitations")
    .set({ revoked_at: at })
    .where("id", "=", id)
    .where("company_id", "=", companyId)
    .where("accepted_at", "is", null)
    .where("revoked_at", "is", null)
    .returning("email")
    .executeTakeFirst();

/** Revokes the open invitations of these addresses. */
export async function updateInvitationsRevoked(
  db: Db,
  companyId: string,
  emails: readonly string[],
  at: Date,
): Promise<void> {
  await db
    .updateTable("invitations")
    .set({ revoked_at: at })
    .where("company_id", "=", companyId)
    .where("email", "=", anyOf(emails))
    .where("accepted_at", "is", null)
    .where("revoked_at", "is", null)
    .execute();
}

const withCompany = (db: Db) =>
  db
    .selectFrom("invitations")
    .innerJoin("companies", "companies.id", "invitations.company_id")
    .select([
      "invitations.id",
      "invitations.email",
      "invitations.role",
      "invitations.expires_at",
      "invitations.created_at",
      "invitations.accepted_at",
      "invitations.revoked_at",
      "companies.id as company_id",
      "companies.name as company_name",
    ]);

/** An invitation with the name of its company. */
export type CompanyInvitationRow = Awaited<ReturnType<typeof listOpenInvitations>>[number];

/** Invitations that are neither accepted nor revoked, newest first. */
export const listOpenInvitations = (db: Db, companyId: string) =>
  withCompany(db)
    .where("companies.id", "=", companyId)
    .where("invitations.accepted_at", "is", null)
    .where("invitations.revoked_at", "is", null)
    .orderBy("invitations.created_at", "desc")
    .execute();

/** @throws NoResultError when there is none */
export const findCompanyInvitation = (db: Db, id: string) =>
  withCompany(db).where("invitations.id", "=", id).executeTakeFirstOrThrow();

export const findCompanyInvitationByToken = (db: Db, tokenHash: string) =>
  withCompany(db).where("invitations.token_hash", "=", tokenHash).executeTakeFirst();

/** Invitations of a company that are neither accepted nor revoked, at most `maximum` of them. */
export async function countOpenInvitationsUpTo(db: Db, companyId: string, maximum: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select 1 from invitations where company_id = ${companyId} and accepted_at is null and revoked_at is null limit ${maximum}
    ) as found`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/** Those of the addresses that have an invitation which can still be accepted. */
export async function listAddressesWithOpenInvitation(
  db: Db,
  companyId: string,
  emails: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom("invitations")
    .select("email")
    .where("company_id", "=", companyId)
    .where("email", "=", anyOf(emails))
    .where("accepted_at", "is", null)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", now)
    .execute();
  return new Set(rows.map(({ email }) => email));
}
