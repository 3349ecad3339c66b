import type { z } from "zod";
import type { InvitationBody, InvitationWithLink } from "../../../contract/access/companies.ts";
import { type Actor, recordAuditEvent } from "../../access/auditLog.ts";
import {
  type InvitationLink,
  invitationPath,
  invite,
  mailInvitations,
  readInvitation,
  renewInvitation,
  revokeInvitation,
} from "../../access/invitations.ts";
import type { Principal } from "../../access/sessions/sessions.ts";
import type { Db } from "../../db/openDb.ts";
import type { Mail } from "../../mail/Mail.ts";

export interface InvitationDeps {
  readonly db: Db;
  readonly mail: Mail;
  /** Without a mail server: reports the link of a new invitation, so that an operator can pass it on. */
  readonly announceInvitation: (email: string, path: string) => void;
}

type Inviter = Pick<Principal, "id" | "name" | "language">;

/** Stores an invitation and mails its link. @throws the errors of `invite` */
export async function createInvitation(
  { db, mail, announceInvitation }: InvitationDeps,
  inviter: Inviter,
  companyId: string,
  body: z.output<typeof InvitationBody>,
  by: Actor,
): Promise<InvitationWithLink> {
  const link = await db.transaction().execute(async (transaction) => {
    const invitation = await invite(transaction, { companyId, ...body, invitedBy: inviter.id });
    const about = { companyId, by: inviter.name, language: inviter.language };
    await mailInvitations(transaction, mail, [invitation], about);
    await recordAuditEvent(transaction, by, {
      action: "invitation.created",
      subject: { kind: "invitation", id: invitation.id, name: body.email },
      after: { role: body.role },
    });
    return invitation;
  });
  announceInvitation(body.email, invitationPath(link.token));
  return withLink(db, mail, link);
}

/**
 * Mails an invitation again, with a new token.
 * @throws NotFound, and the error of `limit`, which rolls the renewal back
 */
export async function resendInvitation(
  { db, mail, announceInvitation }: InvitationDeps,
  inviter: Inviter,
  companyId: string,
  invitationId: string,
  { by, limit }: { readonly by: Actor; readonly limit: (id: string, transaction: Db) => Promise<void> },
): Promise<InvitationWithLink> {
  const link = await db.transaction().execute(async (transaction) => {
    const renewed = await renewInvitation(transaction, companyId, invitationId);
    await limit(renewed.id, transaction);
    await mailInvitations(transaction, mail, [renewed], { companyId, by: inviter.name, language: inviter.language });
    await recordAuditEvent(transaction, by, {
      action: "invitation.resent",
      subject: { kind: "invitation", id: renewed.id, name: renewed.email },
    });
    return renewed;
  });
  announceInvitation(link.email, invitationPath(link.token));
  return withLink(db, mail, link);
}

/** @throws NotFound */
export async function removeInvitation(db: Db, companyId: string, invitationId: string, by: Actor): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { email } = await revokeInvitation(transaction, companyId, invitationId);
    await recordAuditEvent(transaction, by, {
      action: "invitation.revoked",
      subject: { kind: "invitation", id: invitationId, name: email },
    });
  });
}

const withLink = async (db: Db, mail: Mail, { id, token }: InvitationLink): Promise<InvitationWithLink> => ({
  ...(await readInvitation(db, id)),
  link: mail.link(invitationPath(token)),
});
