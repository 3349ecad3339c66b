/** Gives and takes the roles that groups of a directory stand for, and reports to those concerned. */
import { type NewAuditEvent, recordAuditEvent } from "../../access/auditLog.ts";
import { stopConnectionsOf } from "../../access/connectionOwner.ts";
import { requireMemberLimit } from "../../access/limits/hardLimits.ts";
import type { Db } from "../../db/openDb.ts";
import { listAdmins } from "../../db/tables/companies/companyUsers.ts";
import {
  applyCompanyRoles,
  applyProjectRoles,
  type ChangedMember,
  listOwnerlessProjects,
  listProjectLabels,
} from "../../db/tables/directory/directoryRoles.ts";
import { projectChanged } from "../../events/projectChanged.ts";
import { publishToUsers } from "../../events/publish.ts";
import { message } from "../../messages/messages.ts";
import { noteMembership } from "../members/service.ts";
import { passProjects, requireAdminLeft } from "./companyAdmins.ts";
import type { DirectoryCaller } from "./DirectoryCaller.ts";

type RoleChanges = Awaited<ReturnType<typeof applyProjectRoles>>;
interface ProjectLabel {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
}

export type RoleCaller = Pick<DirectoryCaller, "companyId" | "actor">;

/** In the transaction that changed groups, mappings or users. @throws Conflict at a limit, and when no Admin could manage the company any more */
export async function applyRoles(transaction: Db, caller: RoleCaller, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  const { companyId, actor } = caller;
  const roles = await applyCompanyRoles(transaction, companyId, userIds);
  await reportCompanyRoles(transaction, actor, roles);
  if (roles.length > 0) await requireAdminLeft(transaction, companyId);
  await applyInProjects(transaction, caller, userIds);
}

/** At a sign-in, which a company's last Admin must not lose: that one's role in the company stays. @throws Conflict at a limit */
export async function applyRolesAtSignIn(transaction: Db, caller: RoleCaller, userId: string): Promise<void> {
  const { companyId, actor } = caller;
  const admins = await listAdmins(transaction, companyId);
  if (admins.some((id) => id !== userId)) {
    await reportCompanyRoles(transaction, actor, await applyCompanyRoles(transaction, companyId, [userId]));
  }
  await applyInProjects(transaction, caller, [userId]);
}

async function reportCompanyRoles(
  transaction: Db,
  actor: RoleCaller["actor"],
  roles: Awaited<ReturnType<typeof applyCompanyRoles>>,
): Promise<void> {
  const events = roles.map(({ id, email, role }): NewAuditEvent => ({
    action: "user.role_changed",
    subject: { kind: "user", id, name: email },
    after: { role },
  }));
  await recordAuditEvent(transaction, actor, ...events);
}

async function applyInProjects(transaction: Db, caller: RoleCaller, userIds: readonly string[]): Promise<void> {
  const { companyId } = caller;
  const changes = await applyProjectRoles(transaction, companyId, userIds);
  const ids = new Set(Object.values(changes).flatMap((rows: ChangedMember[]) => rows.map((row) => row.project_id)));
  await passProjects(transaction, companyId, await listOwnerlessProjects(transaction, [...ids]));
  for (const project of await listProjectLabels(transaction, [...ids])) {
    await reportProject(transaction, caller, project, changes);
  }
}

async function reportProject(
  transaction: Db,
  { actor }: RoleCaller,
  project: ProjectLabel,
  changes: RoleChanges,
): Promise<void> {
  const usersIn = (rows: readonly ChangedMember[]) =>
    rows.filter((row) => row.project_id === project.id).map((row) => row.user_id);
  const [added, changed, removed] = [usersIn(changes.added), usersIn(changes.changed), usersIn(changes.removed)];
  if (added.length > 0) await requireMemberLimit(transaction, project.id);
  await recordAuditEvent(transaction, actor, {
    action: "directory.roles_changed",
    subject: { kind: "project", id: project.id, name: project.slug },
    after: { added: added.length, changed: changed.length, removed: removed.length },
  });
  await stopConnectionsOf(transaction, removed, { projectId: project.id }, actor);
  await noteMembership(transaction, project, added, { change: "added", actor: actor.name });
  await noteMembership(transaction, null, removed, { change: "removed", project_name: project.name });
  if (removed.length > 0) {
    await publishToUsers(transaction, removed, {
      type: "project.removed",
      title: message("notification.member_removed", { project: project.name }),
      project: project.slug,
    });
  }
  await projectChanged(transaction, project);
}
