/** The members of a project. An address without an account is stored as an expected member until it registers. */
import type { Language } from "../../../contract/users.ts";
import type { NoticeData } from "../../../contract/notices.ts";
import type { AddedProjectUser, ProjectUser } from "../../../contract/projects.ts";
import { actorOf, recordAuditEvent, type Actor, type NewAuditEvent } from "../../access/auditLog.ts";
import { requireMemberLimit } from "../../access/hardLimits.ts";
import { invite, invitationPath, mailInvitation } from "../../access/invitations.ts";
import type { ProjectRole } from "../../access/policy.ts";
import type { Principal } from "../../access/sessions.ts";
import { newId } from "../../db/newId.ts";
import { stopConnectionsOf } from "../../access/connectionOwner.ts";
import type { Db } from "../../db/openDb.ts";
import { listAdmins } from "../../db/tables/companyUsers.ts";
import { hasOpenInvitation } from "../../db/tables/invitations.ts";
import {
  deleteMember,
  insertNewMember,
  listMembersWithUsers,
  updateMemberRole,
} from "../../db/tables/projectMembers.ts";
import { lockProject } from "../../db/tables/projects.ts";
import { listUsersByEmails } from "../../db/tables/users.ts";
import { Conflict, Invalid, NotFound } from "../../errors.ts";
import { publish, publishToUsers } from "../../events/publish.ts";
import { writeNotices } from "../../events/writeNotices.ts";
import type { Mail } from "../../mail/Mail.ts";
import { projectChanged } from "../sources/projectSources.ts";
import { message } from "../../messages/messages.ts";

/** The role of a member added by address. */
const FIRST_ROLE: ProjectRole = "Developer";

interface ProjectName {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly companyId: string;
}

/** All members of a project by name; expected members come last. `id` is that of the user or of the expected member. */
export async function listMembers(db: Db, projectId: string): Promise<ProjectUser[]> {
  const rows = await listMembersWithUsers(db, projectId);
  return rows.map((row) => ({
    id: row.user_id ?? row.id,
    name: row.name ?? "",
    email: row.user_email ?? row.email,
    role: row.role,
    pending: row.user_id === null,
  }));
}

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
  /** From where, for the audit log. */
  readonly address?: string;
};

/**
 * Adds members by address; existing members keep their role. Users of the company are notified at once and by mail. An address without an
 * account becomes an expected member, and is also invited to the company when an Admin adds it.
 * @param notices undefined: no notifications and no invitations
 * @returns the created invitations; the caller passes them to `announceInvitation` after the transaction has committed
 */
export async function addMembers(
  transaction: Db,
  notices: MemberNotices | undefined,
  by: AddedBy,
  project: ProjectName,
  emails: readonly string[],
): Promise<readonly NewLink[]> {
  const wanted = [...new Set(emails)];
  if (wanted.length === 0) return [];
  const users = await listUsersByEmails(transaction, wanted);
  const ofCompany = new Map(
    users.filter((user) => user.company_id === project.companyId).map((user) => [user.email, user]),
  );
  const elsewhere = new Set(users.filter((user) => user.company_id !== null).map((user) => user.email));
  const links: NewLink[] = [];
  for (const email of wanted) {
    const user = ofCompany.get(email);
    const added = await insertNewMember(transaction, {
      id: newId(),
      project_id: project.id,
      user_id: user?.id ?? null,
      email,
      role: FIRST_ROLE,
    });
    if (added && notices)
      await recordAuditEvent(transaction, actorOf(by, by.address ?? ""), addedMember(project, email));
    if (added && user) await notifyAdded(transaction, notices, by, project, user);
    if (!notices || user || elsewhere.has(email)) continue;
    if (by.companyRole === "Admin" && by.companyId === project.companyId) {
      const path = await inviteToo(transaction, notices.mail, by, project, email);
      if (path !== undefined) links.push({ email, path });
    } else if (added) await requestInvitation(transaction, by, project, email);
  }
  await requireMemberLimit(transaction, project.id);
  return links;
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

async function notifyAdded(
  transaction: Db,
  notices: MemberNotices | undefined,
  by: AddedBy,
  project: ProjectName,
  user: { readonly id: string; readonly email: string; readonly name: string; readonly language: Language },
): Promise<void> {
  const href = `/projects/${project.slug}`;
  await publish(transaction, {
    userId: user.id,
    type: "member.added",
    title: message("notification.member_added", { name: by.name, project: project.name }),
    project: project.slug,
    href,
    data: { role: FIRST_ROLE },
  });
  if (!notices || user.id === by.id) return;
  await noteMembership(transaction, project, user.id, { change: "added", actor: by.name, role: FIRST_ROLE });
  await notices.mail.post(transaction, "projectAdded", {
    to: user.email,
    language: user.language,
    facts: { name: user.name, by: by.name, project: project.name, link: notices.mail.link(href) },
  });
}

/** @returns the link's path, or undefined where an invitation is open already */
async function inviteToo(
  transaction: Db,
  mail: Mail,
  by: AddedBy,
  project: ProjectName,
  email: string,
): Promise<string | undefined> {
  const { companyId } = project;
  if (await hasOpenInvitation(transaction, companyId, email, new Date())) return undefined;
  const link = await invite(transaction, { companyId, email, role: "Member", invitedBy: by.id });
  await recordAuditEvent(transaction, actorOf(by, by.address ?? ""), {
    action: "invitation.created",
    subject: { kind: "invitation", id: link.id, name: email },
    after: { role: "Member", project: project.slug },
  });
  const about = { companyId, by: by.name, language: by.language, project: project.name };
  await mailInvitation(transaction, mail, { ...link, email }, about);
  return invitationPath(link.token);
}

/** Only an Admin can invite to the company, so the Admins receive a request. */
async function requestInvitation(transaction: Db, by: AddedBy, project: ProjectName, email: string): Promise<void> {
  await publishToUsers(transaction, await listAdmins(transaction, project.companyId), {
    type: "announcement",
    title: message("notification.member_expected", { name: by.name, email, project: project.name }),
    body: message("notification.member_expected_body"),
    href: "/settings",
  });
}

/**
 * Removes members by address. Unknown addresses are ignored.
 * @throws Conflict when no Owner would be left
 */
export async function removeMembers(db: Db, project: ProjectName, emails: readonly string[], by: Actor): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    // Two Owners who remove each other at the same moment must not both succeed.
    await lockProject(transaction, project.id);
    const members = await listMembers(transaction, project.id);
    const leaving = new Set(emails);
    const gone = members.filter((member) => leaving.has(member.email));
    if (!members.some((member) => isOwner(member) && !gone.includes(member))) throw lastOwner();
    for (const member of gone) {
      await deleteMember(transaction, project.id, member);
      await recordAuditEvent(transaction, by, {
        action: "member.removed",
        subject: { kind: "user", ...(!member.pending && { id: member.id }), name: member.email },
        before: { project: project.slug, role: member.role },
      });
      if (member.pending) continue;
      if (member.id !== by.id)
        await noteMembership(transaction, null, member.id, { change: "removed", project_name: project.name });
      await stopConnectionsOf(transaction, member.id, { projectId: project.id }, by);
    }
    const users = gone.flatMap((member) => (member.pending ? [] : member.id));
    await publishToUsers(transaction, users, {
      type: "project.removed",
      title: message("notification.member_removed", { project: project.name }),
      project: project.slug,
    });
  });
}

/** @throws NotFound; Conflict for the last Owner; Invalid when an expected person would become Owner */
export async function changeMemberRole(
  db: Db,
  project: ProjectName,
  memberId: string,
  role: ProjectRole,
  by: Actor,
): Promise<ProjectUser> {
  return db.transaction().execute(async (transaction) => {
    // Two Owners who remove each other at the same moment must not both succeed.
    await lockProject(transaction, project.id);
    const members = await listMembers(transaction, project.id);
    const member = members.find(({ id }) => id === memberId);
    if (!member) throw new NotFound(message("project.member_not_found"));
    if (member.pending && role === "Owner") {
      throw new Invalid({ role: [message("project.owner_without_account")] });
    }
    const others = members.filter(({ id }) => id !== memberId);
    if (role !== "Owner" && !others.some(isOwner)) throw lastOwner();
    await updateMemberRole(transaction, project.id, member, role);
    if (member.role !== role) {
      await recordAuditEvent(transaction, by, {
        action: "member.role_changed",
        subject: { kind: "user", ...(!member.pending && { id: member.id }), name: member.email },
        before: { project: project.slug, role: member.role },
        after: { project: project.slug, role },
      });
      if (!member.pending && member.id !== by.id)
        await noteMembership(transaction, project, member.id, { change: "role", actor: by.name, role });
    }
    return { ...member, role };
  });
}

/** @param project null for one that the user may not see any more */
const noteMembership = (
  transaction: Db,
  project: Pick<ProjectName, "id"> | null,
  userId: string,
  data: NoticeData,
): Promise<void> =>
  writeNotices(transaction, [
    { userId, kind: "membership", projectId: project?.id ?? null, key: `membership ${newId()}`, data },
  ]);

const isOwner = (member: ProjectUser): boolean => member.role === "Owner" && !member.pending;
const lastOwner = (): Conflict => new Conflict(message("project.last_owner"));
