/** The members of a project. An address without an account is stored as an expected member until it registers. */
import type { NoticeData } from "../../../contract/notices/notices.ts";
import type { ProjectUser } from "../../../contract/projects.ts";
import type { ClosedReason } from "../../../contract/sources/hostAccess.ts";
import { recordAuditEvent, type Actor, type NewAuditEvent } from "../../access/auditLog.ts";
import { stopConnectionsOf } from "../../access/connectionOwner.ts";
import type { ProjectRole } from "../../access/policy.ts";
import { newId } from "../../db/newId.ts";
import type { Db } from "../../db/openDb.ts";
import {
  deleteMembersOf,
  listDirectoryMembers,
  listMembersWithUsers,
  updateMemberRole,
} from "../../db/tables/projects/projectMembers.ts";
import { lockProject } from "../../db/tables/projects/projects.ts";
import { Conflict, Invalid, NotFound } from "../../errors.ts";
import { publishToUsers } from "../../events/publish.ts";
import { closedReasons } from "../hostAccess/closedProjects.ts";
import { writeNotices } from "../../events/writeNotices.ts";
import { message } from "../../messages/messages.ts";

export interface ProjectName {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly companyId: string;
}

/** All members of a project by name, also closed ones; expected members come last. `id` is that of the user or of the expected member. */
export async function listMembers(db: Db, projectId: string): Promise<ProjectUser[]> {
  const rows = await listMembersWithUsers(db, projectId);
  const reasons = rows.some(({ closed_user_id: id }) => id !== null)
    ? await closedReasons(db, projectId, new Date())
    : new Map<string, ClosedReason>();
  return rows.map((row) => ({
    id: row.user_id ?? row.id,
    name: row.name ?? "",
    email: row.user_email ?? row.email,
    role: row.role,
    pending: row.user_id === null,
    ...(row.closed_user_id !== null && { closed: reasons.get(row.closed_user_id) ?? "waiting" }),
  }));
}

/**
 * Removes members by address. Unknown addresses are ignored.
 * @throws Conflict when no Owner would be left, and for a member by a group of the directory
 */
export async function removeMembers(db: Db, project: ProjectName, emails: readonly string[], by: Actor): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await lockProject(transaction, project.id);
    const members = await listMembers(transaction, project.id);
    const leaving = new Set(emails);
    const gone = members.filter((member) => leaving.has(member.email));
    if (!members.some((member) => isOwner(member) && !gone.includes(member))) throw lastOwner();
    if (gone.length === 0) return;
    await requireGivenManually(transaction, project.id, gone);
    const events = gone.map((member): NewAuditEvent => ({
      action: "member.removed",
      subject: { kind: "user", ...(!member.pending && { id: member.id }), name: member.email },
      before: { project: project.slug, role: member.role },
    }));
    const users = gone.flatMap((member) => (member.pending ? [] : member.id));
    await deleteMembersOf(transaction, project.id, gone);
    await recordAuditEvent(transaction, by, ...events);
    const receivers = users.filter((id) => id !== by.id);
    await noteMembership(transaction, null, receivers, { change: "removed", project_name: project.name });
    await stopConnectionsOf(transaction, users, { projectId: project.id }, by);
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
    await lockProject(transaction, project.id);
    const members = await listMembers(transaction, project.id);
    const member = members.find(({ id }) => id === memberId);
    if (!member) throw new NotFound(message("project.member_not_found"));
    if (member.pending && role === "Owner") {
      throw new Invalid({ role: [message("project.owner_without_account")] });
    }
    await requireGivenManually(transaction, project.id, [member]);
    const otherMembers = members.filter(({ id }) => id !== memberId);
    if (role !== "Owner" && !otherMembers.some(isOwner)) throw lastOwner();
    await updateMemberRole(transaction, project.id, member, role);
    if (member.role !== role) {
      await recordAuditEvent(transaction, by, {
        action: "member.role_changed",
        subject: { kind: "user", ...(!member.pending && { id: member.id }), name: member.email },
        before: { project: project.slug, role: member.role },
        after: { project: project.slug, role },
      });
      if (!member.pending && member.id !== by.id)
        await noteMembership(transaction, project, [member.id], { change: "role", actor: by.name, role });
    }
    return { ...member, role };
  });
}

/** A role that a group of the directory gives is changed there. @throws Conflict */
async function requireGivenManually(db: Db, projectId: string, members: readonly ProjectUser[]): Promise<void> {
  const managed = new Set(await listDirectoryMembers(db, projectId));
  const member = members.find(({ id }) => managed.has(id));
  if (member) throw new Conflict(message("directory.member_managed", { name: member.name }));
}

/** Notifies users of a change of their membership. @param project null for one that they may not see any more */
export const noteMembership = (
  transaction: Db,
  project: Pick<ProjectName, "id"> | null,
  userIds: readonly string[],
  data: NoticeData,
): Promise<void> =>
  writeNotices(
    transaction,
    userIds.map((userId) => ({
      userId,
      kind: "membership",
      projectId: project?.id ?? null,
      key: `membership ${newId()}`,
      data,
    })),
  );

/** An Owner who sees the project, and so can look after it. */
const isOwner = (member: ProjectUser): boolean =>
  member.role === "Owner" && !member.pending && member.closed === undefined;
const lastOwner = (): Conflict => new Conflict(message("project.last_owner"));
