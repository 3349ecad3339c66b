/** Closes and opens memberships by what hosts have answered. Each change is sent to its user, whose open pages leave the project. */
import { listProjectLabels } from "../../db/tables/directory/directoryRoles.ts";
import type { Db } from "../../db/openDb.ts";
import { lockProject } from "../../db/tables/projects/projects.ts";
import { closeMembers, listProjectsToSettle, openMembers } from "../../db/tables/projects/closedMemberships.ts";
import { publishToUsers } from "../../events/publish.ts";
import { message } from "../../messages/messages.ts";

export interface SettledMembers {
  readonly closed: readonly string[];
  readonly opened: readonly string[];
}

/** In a transaction that has locked the project: of two at the same time the second sees what the first has stored. */
export async function settleLocked(transaction: Db, projectId: string, now: Date): Promise<SettledMembers> {
  const closed = await closeMembers(transaction, projectId, now);
  const opened = await openMembers(transaction, projectId, now);
  const [project] = closed.length + opened.length > 0 ? await listProjectLabels(transaction, [projectId]) : [];
  if (project) {
    await publishToUsers(transaction, closed, {
      type: "project.removed",
      title: message("notification.access_closed", { project: project.name }),
      project: project.slug,
      data: { isClosed: true },
    });
    await publishToUsers(transaction, opened, {
      type: "member.added",
      title: message("notification.access_opened", { project: project.name }),
      project: project.slug,
      href: `/projects/${project.slug}`,
    });
  }
  return { closed, opened };
}

export async function settleProject(db: Db, projectId: string, now: Date): Promise<SettledMembers> {
  return db.transaction().execute(async (transaction) => {
    if (!(await lockProject(transaction, projectId))) return { closed: [], opened: [] };
    return settleLocked(transaction, projectId, now);
  });
}

/** Settles each project that needs it. @param userId only by the memberships of this user */
export async function settleMemberships(db: Db, now: Date, userId?: string): Promise<void> {
  for (const id of await listProjectsToSettle(db, now, userId)) await settleProject(db, id, now);
}
