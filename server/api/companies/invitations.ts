import { randomUUID } from "node:crypto";
import type { Selectable } from "kysely";
import type { CompanyRole, Invitation, PublicInvitation } from "../../../contract/companies.ts";
import { hashToken } from "../../access/tokens.ts";
import { newId } from "../../db/newId.ts";
import type { Db } from "../../db/openDb.ts";
import type { InvitationsTable } from "../../db/tables.ts";
import { Invalid, NotFound } from "../../errors.ts";

const VALID_MS = 7 * 24 * 60 * 60 * 1000;

export interface NewInvitation {
  readonly companyId: string;
  /** Empty: for whoever holds the link. */
  readonly email: string;
  readonly role: CompanyRole;
  readonly invitedBy: string | null;
}

/** Where the link of an invitation leads, as a path of the web app. */
export const invitationPath = (token: string): string => `/register?token=${token}`;

/**
 * Invites an address. An older invitation of it ends: its link does not work any more.
 * @returns the invitation and the token of its link, which stands nowhere else
 * @throws Invalid when the address belongs to somebody of the company already
 */
export async function invite(
  transaction: Db,
  { companyId, email, role, invitedBy }: NewInvitation,
): Promise<{ id: string; token: string }> {
  const member = await transaction
    .selectFrom("users")
    .select("id")
    .where("email", "=", email)
    .where("company_id", "=", companyId)
    .executeTakeFirst();
  if (member) throw new Invalid({ email: ["This person already belongs to the company"] });
  await transaction
    .updateTable("invitations")
    .set({ revoked_at: new Date() })
    .where("company_id", "=", companyId)
    .where("email", "=", email)
    .where("accepted_at", "is", null)
    .where("revoked_at", "is", null)
    .execute();
  const id = newId();
  const token = randomUUID();
  await transaction
    .insertInto("invitations")
    .values({
      id,
      token_hash: hashToken(token),
      company_id: companyId,
      email,
      role,
      invited_by: invitedBy,
      expires_at: new Date(Date.now() + VALID_MS),
      accepted_at: null,
      revoked_at: null,
    })
    .execute();
  return { id, token };
}

/** The invitation behind a link, while it can be accepted. With "lock" nobody else accepts it until the transaction ends. */
export async function openInvitation(
  db: Db,
  token: string,
  lock?: "lock",
): Promise<Selectable<InvitationsTable> | undefined> {
  return db
    .selectFrom("invitations")
    .selectAll()
    .where("token_hash", "=", hashToken(token.toLowerCase()))
    .where("accepted_at", "is", null)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", new Date())
    .$if(lock === "lock", (query) => query.forUpdate())
    .executeTakeFirst();
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
      "companies.id as company_id",
      "companies.name as company_name",
    ])
    .where("invitations.accepted_at", "is", null)
    .where("invitations.revoked_at", "is", null);

interface Row {
  readonly id: string;
  readonly email: string;
  readonly role: CompanyRole;
  readonly expires_at: Date;
  readonly created_at: Date;
  readonly company_id: string;
  readonly company_name: string;
}

const presentPublicInvitation = (row: Row): PublicInvitation => ({
  email: row.email,
  role: row.role,
  company: { id: row.company_id, name: row.company_name },
  expires_at: row.expires_at.toISOString(),
  created_at: row.created_at.toISOString(),
});

/** The open invitations of a company, newest first. An expired one is among them until it is revoked or sent again. */
export async function listInvitations(db: Db, companyId: string): Promise<Invitation[]> {
  const rows = await withCompany(db)
    .where("companies.id", "=", companyId)
    .orderBy("invitations.created_at", "desc")
    .execute();
  return rows.map((row) => ({ id: row.id, ...presentPublicInvitation(row) }));
}

export async function readInvitation(db: Db, id: string): Promise<Invitation> {
  const row = await withCompany(db).where("invitations.id", "=", id).executeTakeFirstOrThrow();
  return { id: row.id, ...presentPublicInvitation(row) };
}

/** @throws NotFound when there is no such invitation, or it can no longer be accepted */
export async function readInvitationByToken(db: Db, token: string): Promise<PublicInvitation> {
  const row = await withCompany(db)
    .where("invitations.token_hash", "=", hashToken(token.toLowerCase()))
    .where("invitations.expires_at", ">", new Date())
    .executeTakeFirst();
  if (!row) throw new NotFound("This invitation is not valid any more.");
  return presentPublicInvitation(row);
}

/** @throws NotFound */
export async function revokeInvitation(db: Db, companyId: string, id: string): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable("invitations")
    .set({ revoked_at: new Date() })
    .where("id", "=", id)
    .where("company_id", "=", companyId)
    .where("accepted_at", "is", null)
    .where("revoked_at", "is", null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new NotFound("There is no such invitation.");
}

/**
 * While nobody has an account: makes the company, if need be, and an invitation for its first Admin.
 * @returns the token of the link, or undefined when there are people already
 */
export async function inviteFirstAdmin(db: Db): Promise<string | undefined> {
  return db.transaction().execute(async (transaction) => {
    const user = await transaction.selectFrom("users").select("id").limit(1).executeTakeFirst();
    if (user) return undefined;
    const company = await transaction.selectFrom("companies").select("id").limit(1).executeTakeFirst();
    const companyId = company?.id ?? newId();
    if (!company) {
      await transaction
        .insertInto("companies")
        .values({
          id: companyId,
          name: "My company",
          plan: "Enterprise",
          subscription_status: "active",
          trial_ends_at: null,
        })
        .execute();
    }
    const { token } = await invite(transaction, { companyId, email: "", role: "Admin", invitedBy: null });
    return token;
  });
}
