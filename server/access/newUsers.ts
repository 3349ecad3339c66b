import { isUniqueViolation } from "../db/databaseErrors.ts";
import { newId } from "../db/newId.ts";
import type { Db } from "../db/openDb.ts";
import { deleteConnectionsOfUser } from "../db/tables/sources/connections.ts";
import { deleteAccessChecks } from "../db/tables/sources/hostAccess.ts";
import { deleteDirectoryUser, findDirectoryOfUser } from "../db/tables/directory/directoryUsers.ts";
import { updateInvitationAccepted, updateInvitationsRevoked } from "../db/tables/accounts/invitations.ts";
import { deleteMembers, listExpectedMembers, updateMemberUser } from "../db/tables/projects/projectMembers.ts";
import { deleteRegistrationsOf } from "../db/tables/accounts/registrations.ts";
import { insertUser, updateUserWithoutCompany } from "../db/tables/accounts/users.ts";
import { Invalid } from "../errors.ts";
import { publish } from "../events/publish.ts";
import { writeNotices } from "../events/writeNotices.ts";
import type { Language } from "../messages/messages.ts";
import { actorOf, recordAuditEvent } from "./auditLog.ts";
import { endAccess } from "./endAccess.ts";
import type { OpenInvitation } from "./invitations.ts";
import { resetFactors } from "./passwords/secondFactors.ts";
import { message } from "../messages/messages.ts";

export interface NewAccount {
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string;
  readonly language: Language;
  /** The client's network address, where it is known. */
  readonly address?: string;
}

/**
 * Creates the account of a user whose address is verified, from an invitation that the transaction has locked. The user joins the inviting
 * company with the invitation's role, and the projects that list the address as an expected member.
 * @returns the user's id
 * @throws Invalid when the address already has an account in a company
 */
export async function acceptInvitation(
  transaction: Db,
  invitation: OpenInvitation,
  account: NewAccount,
): Promise<string> {
  const { email, name } = account;
  await updateInvitationAccepted(transaction, invitation.id, new Date());
  await deleteRegistrationsOf(transaction, invitation.id);
  const userId = await joinCompany(transaction, invitation, account);
  if (invitation.invited_by !== null) {
    const data = { change: "joined", actor: name } as const;
    const by = invitation.invited_by;
    await writeNotices(transaction, [{ userId: by, kind: "membership", key: `joined ${userId}`, data }]);
    await publish(transaction, {
      userId: invitation.invited_by,
      type: "invitation.accepted",
      title: message("notification.invitation_accepted", { name }),
      href: "/settings",
      data: { email },
    });
  }
  return userId;
}

/**
 * Creates the account of a user whose address is verified. The user joins the company, and the projects that list the address, or the one
 * that was invited, as an expected member.
 * @returns the user's id
 * @throws Invalid when the address already has an account in a company
 */
export async function joinCompany(
  transaction: Db,
  invitation: Pick<OpenInvitation, "company_id" | "role" | "email">,
  { email, name, passwordHash, language, address = "" }: NewAccount,
): Promise<string> {
  const account = {
    name,
    password_hash: passwordHash,
    language,
    company_id: invitation.company_id,
    company_role: invitation.role,
    verified_at: new Date(),
    deactivated_at: null,
  };
  // A user removed from a company keeps the account and can be invited again.
  const existingId = await updateUserWithoutCompany(transaction, email, account);
  const userId = existingId ?? newId();
  if (existingId !== undefined) {
    await leaveDirectory(transaction, existingId, invitation.company_id);
    await deleteCredentials(transaction, existingId);
  }
  if (existingId === undefined) {
    await insertUser(transaction, { ...account, id: userId, email }).catch((error: unknown) => {
      if (!isUniqueViolation(error, "users_email_unique")) throw error;
      throw new Invalid({ email: [message("registration.address_taken")] }, { cause: error });
    });
  }
  // Another link to the same address leads nowhere any more.
  await updateInvitationsRevoked(transaction, invitation.company_id, [email], new Date());
  await joinProjects(transaction, invitation, userId, email);
  await recordAuditEvent(transaction, actorOf({ id: userId, name, email, companyId: invitation.company_id }, address), {
    action: "company.joined",
    after: { role: invitation.role },
  });
  return userId;
}

/** A user whom a directory has deactivated leaves it for another company. @throws Invalid in the company of the directory itself */
async function leaveDirectory(transaction: Db, userId: string, companyId: string): Promise<void> {
  const directory = await findDirectoryOfUser(transaction, userId);
  if (directory === companyId) throw new Invalid({ email: [message("directory.managed")] });
  if (directory !== undefined) await deleteDirectoryUser(transaction, userId);
}

/**
 * Deletes whatever opened an account before it joins a company: the address may have passed on to another person, and a passkey or a token of
 * the former owner would open the account of the new one.
 */
async function deleteCredentials(transaction: Db, userId: string): Promise<void> {
  await endAccess(transaction, userId);
  await resetFactors(transaction, userId);
  await deleteConnectionsOfUser(transaction, userId);
  await deleteAccessChecks(transaction, userId);
}

/** Both addresses may be expected: the one that was invited, and the one that the user chose. Each project gets them once. */
async function joinProjects(
  transaction: Db,
  invitation: Pick<OpenInvitation, "company_id" | "email">,
  userId: string,
  email: string,
): Promise<void> {
  const expected = await listExpectedMembers(transaction, invitation.company_id, [email, invitation.email]);
  for (const rows of Map.groupBy(expected, (row) => row.project_id).values()) {
    const [first, ...others] = rows.map(({ id }) => id);
    await deleteMembers(transaction, others);
    await updateMemberUser(transaction, first ?? "", userId, email);
  }
}
