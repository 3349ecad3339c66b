import { recordAuditEvent, type Actor } from "../../access/auditLog.ts";
import type { ProjectAccess } from "../../access/policy.ts";
import type { Db } from "../../db/openDb.ts";
import { listMemberRows } from "../../db/tables/projects/projectMembers.ts";
import { deleteProjectRow } from "../../db/tables/projects/projects.ts";
import { listGroupSecrets } from "../../db/tables/sources/linkedGroups.ts";
import { deleteSecrets } from "../../db/tables/tokens/secrets.ts";
import { listSourceSecrets } from "../../db/tables/sources/sourceAccess.ts";
import { publishToUsers } from "../../events/publish.ts";
import type { SyncService } from "../../sync/SyncService.ts";
import { message } from "../../messages/messages.ts";

/** Deletes a project with everything that was copied for it, and notifies its members. */
export async function deleteProject(
  { db, sync }: { readonly db: Db; readonly sync: Pick<SyncService, "forget"> },
  project: ProjectAccess,
  by: Actor,
): Promise<void> {
  const sources = await db.transaction().execute(async (transaction) => {
    const sourceSecrets = await listSourceSecrets(transaction, project.id);
    const groups = await listGroupSecrets(transaction, project.id);
    const members = await listMemberRows(transaction, project.id);
    await deleteProjectRow(transaction, project.id);
    await recordAuditEvent(transaction, by, {
      action: "project.deleted",
      subject: { kind: "project", id: project.id, name: project.slug },
      before: { name: project.name, sources: sourceSecrets.length, members: members.length },
    });
    const secrets = [...sourceSecrets, ...groups]
      .flatMap(({ secret_id, webhook_secret_id }) => [secret_id, webhook_secret_id])
      .filter((id) => id !== null);
    await deleteSecrets(transaction, secrets);
    const users = members.flatMap(({ user_id: userId }) => userId ?? []);
    await publishToUsers(transaction, users, {
      type: "project.removed",
      title: message("notification.project_deleted", { project: project.name }),
      project: project.slug,
    });
    return sourceSecrets;
  });
  await sync.forget(sources.map(({ id }) => id));
}
