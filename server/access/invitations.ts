/** Invitations to a company: create, resend, revoke, and show to the holder of the link. */
import { DAY_MS } from "../../contract/durations.ts";
import { randomUUID } from "node:crypto";
import { type Selectable, sql } from "kysely";
import type { CompanyRole, Invitation, PublicInvitation } from "../../contract/companies.ts";
import { UUID_V4 } from "../../contract/constants.ts";
import { newId } from "../db/newId.ts";
import type { Db } from "../db/openDb.ts";
import type { InvitationsTable } from "../db/tables.ts";
import { Invalid, NotFound } from "../errors.ts";
import type { Language } from "../mail/emailTemplates.ts";
import type { Mail } from "../mail/Mail.ts";
import { requireInvitationLimit } from "./hardLimits.ts";
import { hashToken } from "./tokens.ts";

const INVITATION_TTL_MS = 7 * DAY_MS;

export interface NewInvitation {
  readonly companyId: string;
  /** Empty when any holder of the link may accept. */
  readonly email: string;
  readonly role: CompanyRole;
  readonly invitedBy: string | null;
}

/** What the link is built from. The token is stored only as a hash. */
export interface InvitationLink {
  readonly id: string;
  readonly token: string;
  readonly expires: Date;
}

/** Where the link of an invitation leads, as a path of the web app. */
export const invitationPath = (token: string): string => `/register?token=${token}`;

/**
 * Invites an address. An older invitation of the same address is revoked, and its link stops working.
 * @throws Invalid when the address belongs to a user of the company
 */
export async function invite(
  transaction: Db,
  { companyId, email, role, invitedBy }: NewInvitation,
): Promise<InvitationLink> {
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
  await requireInvitationLimit(transaction, companyId);
  const link = newLink(newId());
  await transaction
    .insertInto("invitations")
    .values({
      id: link.id,
      token_hash: hashToken(link.token),
      company_id: companyId,
      email,
      role,
      invited_by: invitedBy,
      expires_at: link.expires,
      accepted_at: null,
      revoked_at: null,
    })
    .execute();
  return link;
}

const newLink = (id: string): InvitationLink => ({
  id,
  token: randomUUID(),
  expires: new Date(Date.now() + INVITATION_TTL_MS),
});

/**
 * Gives an invitation a new link and a new end; the old link stops working.
 * @throws NotFound when there is none that could still be accepted, or sent again after its end
 */
export async function renewInvitation(
  transaction: Db,
  companyId: string,
  id: string,
): Promise<InvitationLink & { readonly email: string }> {
  const link = newLink(id);
  const row = await transaction
    .updateTable("invitations")
    .set({ token_hash: hashToken(link.token), expires_at: link.expires })
    .where("id", "=", id)
    .where("company_id", "=", companyId)
    .where("accepted_at", "is", null)
    .where("revoked_at", "is", null)
    .returning("email")
    .executeTakeFirst();
  if (!row) throw new NotFound("There is no such invitation.");
  return { ...link, email: row.email };
}

/** Writes the mail with an invitation's link. With a project it says that the way in leads there. */
export async function mailInvitation(
  transaction: Db,
  mail: Mail,
  { email, token, expires }: InvitationLink & { readonly email: string },
  about: {
    readonly companyId: string;
    readonly by: string | null;
    readonly language: Language;
    readonly project?: string;
  },
): Promise<void> {
  if (email === "") return;
  const { name: company } = await transaction
    .selectFrom("companies")
    .select("name")
    .where("id", "=", about.companyId)
    .executeTakeFirstOrThrow();
  // A former user of the company already has a language setting.
  const known = await transaction.selectFrom("users").select("language").where("email", "=", email).executeTakeFirst();
  const common = { to: email, language: known?.language ?? about.language, expires };
  const facts = { company, link: mail.link(invitationPath(token)), expires };
  if (about.project !== undefined && about.by !== null) {
    await mail.post(transaction, "projectInvitation", {
      ...common,
      facts: { ...facts, by: about.by, project: about.project },
    });
  } else await mail.post(transaction, "companyInvitation", { ...common, facts: { ...facts, by: about.by } });
}

export type OpenInvitation = Selectable<InvitationsTable>;

/**
 * The invitation behind a link, if it can be accepted. With "lock" the row is locked until the transaction ends, so it is accepted once.
 * @returns the invitation, or the message that says why it cannot be accepted
 */
export async function openInvitation(db: Db, token: string, lock?: "lock"): Promise<OpenInvitation | string> {
  const row = await db
    .selectFrom("invitations")
    .selectAll()
    .where("token_hash", "=", hashToken(token.toLowerCase()))
    .$if(lock === "lock", (query) => query.forUpdate())
    .executeTakeFirst();
  return row ? (refusalReason(row) ?? row) : UNKNOWN;
}

/** The same by its id. */
export async function lockInvitation(transaction: Db, id: string): Promise<OpenInvitation | string> {
  const row = await transaction
    .selectFrom("invitations")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  return row ? (refusalReason(row) ?? row) : UNKNOWN;
}

type InvitationState = Pick<OpenInvitation, "accepted_at" | "revoked_at" | "expires_at">;

const UNKNOWN = "This invitation is not valid any more.";

function refusalReason(row: InvitationState): string | undefined {
  if (row.accepted_at) return "This invitation has already been used. Sign in instead.";
  if (row.revoked_at) return "This invitation was withdrawn. Ask for a new one.";
  if (row.expires_at <= new Date()) return "This invitation has expired. Ask for a new one.";
  return undefined;
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
    .where("invitations.accepted_at", "is", null)
    .where("invitations.revoked_at", "is", null)
    .orderBy("invitations.created_at", "desc")
    .execute();
  return rows.map((row) => ({ id: row.id, ...presentPublicInvitation(row) }));
}

export async function readInvitation(db: Db, id: string): Promise<Invitation> {
  const row = await withCompany(db).where("invitations.id", "=", id).executeTakeFirstOrThrow();
  return { id: row.id, ...presentPublicInvitation(row) };
}

/** @throws NotFound saying whether it was used, withdrawn, has expired or never was */
export async function readInvitationByToken(db: Db, token: string): Promise<PublicInvitation> {
  const row = UUID_V4.test(token)
    ? await withCompany(db).where("invitations.token_hash", "=", hashToken(token.toLowerCase())).executeTakeFirst()
    : undefined;
  if (!row) throw new NotFound(UNKNOWN);
  const reason = refusalReason(row);
  if (reason !== undefined) throw new NotFound(reason);
  return presentPublicInvitation(row);
}

/** @throws NotFound */
export async function revokeInvitation(db: Db, companyId: string, id: string): Promise<{ email: string }> {
  const revoked = await db
    .updateTable("invitations")
    .set({ revoked_at: new Date() })
    .where("id", "=", id)
    .where("company_id", "=", companyId)
    .where("accepted_at", "is", null)
    .where("revoked_at", "is", null)
    .returning("email")
    .executeTakeFirst();
  if (!revoked) throw new NotFound("There is no such invitation.");
  return revoked;
}

/**
 * While there are no accounts: creates the company if it does not exist, and an invitation for its first Admin.
 * @returns the token of the link, or undefined when accounts exist
 */
export async function inviteFirstAdmin(db: Db): Promise<string | undefined> {
  return db.transaction().execute(async (transaction) => {
    // Two processes that start on an empty database together would make a company each.
    await sql`select pg_advisory_xact_lock(hashtextextended('clew first admin', 0))`.execute(transaction);
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
