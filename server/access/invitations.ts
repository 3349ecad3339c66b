/** Invitations to a company: create, resend, revoke, and show to the holder of the link. */
import { DAY_MS } from "../../contract/durations.ts";
import { randomUUID } from "node:crypto";
import type { CompanyRole, Invitation, PublicInvitation } from "../../contract/access/companies.ts";
import { UUID_V4 } from "../../contract/constants.ts";
import { newId } from "../db/newId.ts";
import type { Db } from "../db/openDb.ts";
import { findAnyCompanyId, findCompanyById, insertCompany, lockFirstAdmin } from "../db/tables/companies/companies.ts";
import {
  type CompanyInvitationRow,
  findCompanyInvitation,
  findCompanyInvitationByToken,
  findInvitationByToken,
  insertInvitations,
  type InvitationRow,
  listOpenInvitations,
  lockInvitationById,
  updateInvitationLink,
  updateInvitationRevoked,
  updateInvitationsRevoked,
} from "../db/tables/accounts/invitations.ts";
import { hasUsers, listUsersByEmails } from "../db/tables/accounts/users.ts";
import { Invalid, NotFound } from "../errors.ts";
import type { Language } from "../messages/messages.ts";
import type { Mail } from "../mail/Mail.ts";
import { requireInvitationLimit } from "./limits/hardLimits.ts";
import { hashToken } from "./tokens/tokens.ts";
import { type Message, message } from "../messages/messages.ts";

const INVITATION_TTL_MS = 7 * DAY_MS;

export interface NewInvitations {
  readonly companyId: string;
  /** Empty texts where any holder of the link may accept. */
  readonly emails: readonly string[];
  readonly role: CompanyRole;
  readonly invitedBy: string | null;
}

/** What the link is built from. The token is stored only as a hash. */
export interface InvitationLink {
  readonly id: string;
  readonly token: string;
  readonly expires: Date;
}

export type AddressedLink = InvitationLink & { readonly email: string };

/** Where the link of an invitation leads, as a path of the web app. */
export const invitationPath = (token: string): string => `/register?token=${token}`;

/** Invites an address; see `inviteAll`. */
export async function invite(
  transaction: Db,
  { email, ...invitation }: Omit<NewInvitations, "emails"> & { readonly email: string },
): Promise<AddressedLink> {
  const [link] = await inviteAll(transaction, { ...invitation, emails: [email] });
  if (!link) throw new Error("An address has one invitation.");
  return link;
}

/**
 * Invites different addresses. An older invitation of the same address is revoked, and its link stops working.
 * @throws Invalid when an address belongs to a user of the company; Conflict beyond the limit
 */
export async function inviteAll(
  transaction: Db,
  { companyId, emails, role, invitedBy }: NewInvitations,
): Promise<AddressedLink[]> {
  if (emails.length === 0) return [];
  const users = await listUsersByEmails(transaction, emails);
  if (users.some((user) => user.company_id === companyId)) {
    throw new Invalid({ email: [message("company.user_exists")] });
  }
  await updateInvitationsRevoked(transaction, companyId, emails, new Date());
  await requireInvitationLimit(transaction, companyId, emails.length);
  const links = emails.map((email) => ({ ...newLink(newId()), email }));
  await insertInvitations(
    transaction,
    links.map(({ id, token, expires, email }) => ({
      id,
      token_hash: hashToken(token),
      company_id: companyId,
      email,
      role,
      invited_by: invitedBy,
      expires_at: expires,
      accepted_at: null,
      revoked_at: null,
    })),
  );
  return links;
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
export async function renewInvitation(transaction: Db, companyId: string, id: string): Promise<AddressedLink> {
  const link = newLink(id);
  const row = await updateInvitationLink(transaction, companyId, id, {
    token_hash: hashToken(link.token),
    expires_at: link.expires,
  });
  if (!row) throw new NotFound(message("invitation.not_found"));
  return { ...link, email: row.email };
}

/** Writes the mails with the links of invitations. With a project they name the project. */
export async function mailInvitations(
  transaction: Db,
  mail: Mail,
  links: readonly AddressedLink[],
  about: {
    readonly companyId: string;
    readonly by: string | null;
    readonly language: Language;
    readonly project?: string;
  },
): Promise<void> {
  const addressed = links.filter(({ email }) => email !== "");
  if (addressed.length === 0) return;
  const { by, project } = about;
  const { name: company } = await findCompanyById(transaction, about.companyId);
  // A former user of the company already has a language setting.
  const emails = addressed.map(({ email }) => email);
  const languages = new Map(
    (await listUsersByEmails(transaction, emails)).map(({ email, language }) => [email, language]),
  );
  const mails = addressed.map(({ email, token, expires }) => ({
    to: email,
    language: languages.get(email) ?? about.language,
    expires,
    facts: { company, link: mail.link(invitationPath(token)), expires, by },
  }));
  if (project === undefined || by === null) await mail.postAll(transaction, "companyInvitation", mails);
  else {
    const named = mails.map((mail) => ({ ...mail, facts: { ...mail.facts, by, project } }));
    await mail.postAll(transaction, "projectInvitation", named);
  }
}

export type OpenInvitation = InvitationRow;

/**
 * The invitation behind a link, if it can be accepted. With "lock" the row is locked until the transaction ends, so it is accepted once.
 * @returns the invitation, or the message with the reason why it cannot be accepted
 */
export async function openInvitation(db: Db, token: string, lock?: "lock"): Promise<OpenInvitation | Message> {
  const row = await findInvitationByToken(db, hashToken(token.toLowerCase()), lock);
  return row ? (refusalReason(row) ?? row) : UNKNOWN;
}

/** The same by its id. */
export async function lockInvitation(transaction: Db, id: string): Promise<OpenInvitation | Message> {
  const row = await lockInvitationById(transaction, id);
  return row ? (refusalReason(row) ?? row) : UNKNOWN;
}

type InvitationState = Pick<OpenInvitation, "accepted_at" | "revoked_at" | "expires_at">;

const UNKNOWN = message("invitation.invalid");

function refusalReason(row: InvitationState): Message | undefined {
  if (row.accepted_at) return message("invitation.used");
  if (row.revoked_at) return message("invitation.revoked");
  if (row.expires_at <= new Date()) return message("invitation.expired");
  return undefined;
}

const presentPublicInvitation = (row: CompanyInvitationRow): PublicInvitation => ({
  email: row.email,
  role: row.role,
  company: { id: row.company_id, name: row.company_name },
  expires_at: row.expires_at.toISOString(),
  created_at: row.created_at.toISOString(),
});

/** The open invitations of a company, newest first. An expired one is among them until it is revoked or sent again. */
export async function listInvitations(db: Db, companyId: string): Promise<Invitation[]> {
  const rows = await listOpenInvitations(db, companyId);
  return rows.map((row) => ({ id: row.id, ...presentPublicInvitation(row) }));
}

export async function readInvitation(db: Db, id: string): Promise<Invitation> {
  const row = await findCompanyInvitation(db, id);
  return { id: row.id, ...presentPublicInvitation(row) };
}

/** @throws NotFound, which states whether it was used, withdrawn, has expired or never was */
export async function readInvitationByToken(db: Db, token: string): Promise<PublicInvitation> {
  const row = UUID_V4.test(token) ? await findCompanyInvitationByToken(db, hashToken(token.toLowerCase())) : undefined;
  if (!row) throw new NotFound(UNKNOWN);
  const reason = refusalReason(row);
  if (reason !== undefined) throw new NotFound(reason);
  return presentPublicInvitation(row);
}

/** @throws NotFound */
export async function revokeInvitation(db: Db, companyId: string, id: string): Promise<{ email: string }> {
  const revoked = await updateInvitationRevoked(db, companyId, id, new Date());
  if (!revoked) throw new NotFound(message("invitation.not_found"));
  return revoked;
}

/**
 * While there are no accounts: creates the company if it does not exist, and an invitation for its first Admin.
 * @returns the token of the link, or undefined when accounts exist
 */
export async function inviteFirstAdmin(db: Db): Promise<string | undefined> {
  return db.transaction().execute(async (transaction) => {
    // Two processes that start on an empty database together would make a company each.
    await lockFirstAdmin(transaction);
    if (await hasUsers(transaction)) return undefined;
    const existing = await findAnyCompanyId(transaction);
    const companyId = existing ?? newId();
    if (existing === undefined) {
      await insertCompany(transaction, {
        id: companyId,
        name: "My company",
        plan: "Enterprise",
        subscription_status: "active",
        trial_ends_at: null,
      });
    }
    const { token } = await invite(transaction, { companyId, email: "", role: "Admin", invitedBy: null });
    return token;
  });
}
