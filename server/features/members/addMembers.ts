/** Adding members to a project by address. */
import type { NoticeData } from "../../../contract/notices/notices.ts";
import type { AddedProjectUser } from "../../../contract/projects.ts";
import type { Language } from "../../../contract/access/users.ts";
import { recordAuditEvent, type Actor, type NewAuditEvent } from "../../access/auditLog.ts";
import { requireMemberLimit } from "../../access/limits/hardLimits.ts";
import { inviteAll, invitationPath, mailInvitations } from "../../access/invitations.ts";
import type { ProjectRole } from "../../access/policy.ts";
import type { Principal } from "../../access/sessions/sessions.ts";
import { newId } from "../../db/newId.ts";
import type { Db } from "../../db/openDb.ts";
import { listAdmins } from "../../db/tables/companies/companyUsers.ts";
import { listAddressesWithOpenInvitation } from "../../db/tables/accounts/invitations.ts";
import { insertNewMembers } from "../../db/tables/projects/projectMembers.ts";
import { listUsersByEmails } from "../../db/tables/accounts/users.ts";
import { publishToUsers } from "../../events/publish.ts";
import type { Mail } from "../../mail/Mail.ts";
import { message } from "../../messages/messages.ts";
import { projectChanged } from "../../events/projectChanged.ts";
import { listMembers, noteMembership, type ProjectName } from "./service.ts";

/** The role of a member added by address. */
const FIRST_ROLE: ProjectRole = "Developer";

/** The members after an addition, with the links of the invitations that it created. */
export async function listAdded(
  db: Db,
  projectId: string,
  mail: Mail,
  links: readonly NewLink[],
): Promise<AddedProjectUser[]> {
  const paths = new Map(links.map(({ email, path }) => [email, path]));
  return (await listMembers(db, projectId)).map((member) => {
    const path = paths.get(member.email);
    return { ...member, invitation_link: path === undefined ? null : mail.link(path) };
  });
}

/** An invitation that was created for an address; the path holds its token. */
export interface NewLink {
  readonly email: string;
  readonly path: string;
}

/** How added members are notified. */
export interface MemberNotices {
  readonly mail: Mail;
  /** Without a mail server: reports the link of a new invitation, so that an operator can pass it on. */
  readonly announceInvitation: (email: string, path: string) => void;
}

export type AddedBy = Pick<Principal, "id" | "name" | "email" | "language" | "companyId" | "companyRole"> & {
  /** Who the audit log names; null for data that the server itself seeds, which has no entries. */
  readonly audit: Actor | null;
};

/**
 * Adds members by address; existing members keep their role. Users of the company are notified at once and by mail. An address without an
 * account becomes an expected member, and is also invited to the company when an Admin adds it.
 * @param notices `unannounced`: without notifications, mails and invitations
 * @returns the created invitations; the caller passes them to `announceInvitation` after the transaction has committed
 */
export async function addMembers(
  transaction: Db,
  notices: MemberNotices | "unannounced",
  by: AddedBy,
  project: ProjectName,
  emails: readonly string[],
): Promise<readonly NewLink[]> {
  const addresses = [...new Set(emails)];
  if (addresses.length === 0) return [];
  const users = await listUsersByEmails(transaction, addresses);
  const ofCompany = new Map(
    users.filter((user) => user.company_id === project.companyId).map((user) => [user.email, user]),
  );
  const elsewhere = new Set(users.filter((user) => user.company_id !== null).map((user) => user.email));
  const added = await insertNewMembers(
    transaction,
    addresses.map((email) => ({
      id: newId(),
      project_id: project.id,
      user_id: ofCompany.get(email)?.id ?? null,
      email,
      role: FIRST_ROLE,
    })),
  );
  await requireMemberLimit(transaction, project.id);
  if (by.audit) {
    await recordAuditEvent(transaction, by.audit, ...added.map((email) => addedMember(project, email)));
  }
  const present = added.flatMap((email) => ofCompany.get(email) ?? []);
  if (present.length > 0) await publishAdded(transaction, by, project, present);
  if (notices === "unannounced") return [];
  await notifyAdded(transaction, notices.mail, by, project, present);
  const hasNoAccount = (email: string): boolean => !ofCompany.has(email) && !elsewhere.has(email);
  if (by.companyRole === "Admin" && by.companyId === project.companyId)
    return inviteToo(transaction, notices.mail, by, project, addresses.filter(hasNoAccount));
  await requestInvitations(transaction, by, project, added.filter(hasNoAccount));
  return [];
}

export interface MembersDeps extends MemberNotices {
  readonly db: Db;
}

/** Adds members to an existing project and notifies its members. @returns the created invitations, already announced */
export async function addMembersNow(
  deps: MembersDeps,
  by: AddedBy,
  project: ProjectName,
  emails: readonly string[],
): Promise<readonly NewLink[]> {
  const links = await deps.db.transaction().execute(async (transaction) => {
    const added = await addMembers(transaction, deps, by, project, emails);
    await projectChanged(transaction, project);
    return added;
  });
  for (const { email, path } of links) deps.announceInvitation(email, path);
  return links;
}

const addedMember = (project: Pick<ProjectName, "slug">, email: string): NewAuditEvent => ({
  action: "member.added",
  subject: { kind: "user", name: email },
  after: { project: project.slug, role: FIRST_ROLE },
});

interface AddedUser {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly language: Language;
}

const pathOfProject = ({ slug }: ProjectName): string => `/projects/${slug}`;

/** Sends to the open pages of these users, also of who adds them. */
async function publishAdded(
  transaction: Db,
  by: AddedBy,
  project: ProjectName,
  users: readonly AddedUser[],
): Promise<void> {
  const ids = users.map(({ id }) => id);
  await publishToUsers(transaction, ids, {
    type: "member.added",
    title: message("notification.member_added", { name: by.name, project: project.name }),
    project: project.slug,
    href: pathOfProject(project),
    data: { role: FIRST_ROLE },
  });
}

async function notifyAdded(
  transaction: Db,
  mail: Mail,
  by: AddedBy,
  project: ProjectName,
  users: readonly AddedUser[],
): Promise<void> {
  const receivers = users.filter(({ id }) => id !== by.id);
  if (receivers.length === 0) return;
  const data: NoticeData = { change: "added", actor: by.name, role: FIRST_ROLE };
  await noteMembership(
    transaction,
    project,
    receivers.map(({ id }) => id),
    data,
  );
  const link = mail.link(pathOfProject(project));
  await mail.postAll(
    transaction,
    "projectAdded",
    receivers.map(({ email, name, language }) => ({
      to: email,
      language,
      facts: { name, by: by.name, project: project.name, link },
    })),
  );
}

/** Invites the addresses that have no open invitation. @returns their links */
async function inviteToo(
  transaction: Db,
  mail: Mail,
  by: AddedBy,
  project: ProjectName,
  emails: readonly string[],
): Promise<NewLink[]> {
  const { companyId } = project;
  const invited = await listAddressesWithOpenInvitation(transaction, companyId, emails, new Date());
  const links = await inviteAll(transaction, {
    companyId,
    emails: emails.filter((email) => !invited.has(email)),
    role: "Member",
    invitedBy: by.id,
  });
  if (by.audit) {
    const events = links.map(({ id, email }): NewAuditEvent => ({
      action: "invitation.created",
      subject: { kind: "invitation", id, name: email },
      after: { role: "Member", project: project.slug },
    }));
    await recordAuditEvent(transaction, by.audit, ...events);
  }
  const about = { companyId, by: by.name, language: by.language, project: project.name };
  await mailInvitations(transaction, mail, links, about);
  return links.map(({ email, token }) => ({ email, path: invitationPath(token) }));
}

/** Only an Admin can invite to the company, so the Admins receive one request for all addresses. */
async function requestInvitations(
  transaction: Db,
  by: AddedBy,
  project: ProjectName,
  emails: readonly string[],
): Promise<void> {
  const [email] = emails;
  if (email === undefined) return;
  const about = { name: by.name, project: project.name };
  const isOne = emails.length === 1;
  await publishToUsers(transaction, await listAdmins(transaction, project.companyId), {
    type: "announcement",
    title: isOne
      ? message("notification.member_expected", { ...about, email })
      : message("notification.members_expected", { ...about, count: emails.length }),
    body: message(isOne ? "notification.member_expected_body" : "notification.members_expected_body"),
    href: "/settings",
  });
}
