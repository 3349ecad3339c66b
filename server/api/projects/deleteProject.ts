import { recordAuditEvent, type Actor } from "../../access/auditLog.ts";
import type { ProjectAccess } from "../../access/policy.ts";
import type { Db } from "../../db/openDb.ts";
import { publish } from "../../events/publish.ts";
import type { SyncService } from "../../sync/SyncService.ts";

/** Deletes a project with everything that was copied for it, and notifies its members. */
export async function deleteProject(
  { db, sync }: { readonly db: Db; readonly sync: Pick<SyncService, "forget"> },
  project: ProjectAccess,
  by: Actor,
): Promise<void> {
  const sources = await db.transaction().execute(async (transaction) => {
    const found = await transaction
      .selectFrom("sources")
      .select(["id", "kind", "secret_id"])
      .where("project_id", "=", project.id)
      .execute();
    const members = await transaction
      .selectFrom("project_members")
      .select("user_id")
      .where("project_id", "=", project.id)
      .execute();
    await transaction.deleteFrom("projects").where("id", "=", project.id).execute();
    await recordAuditEvent(transaction, by, {
      action: "project.deleted",
      subject: { kind: "project", id: project.id, name: project.slug },
      before: { name: project.name, sources: found.length, members: members.length },
    });
    const secrets = found.map(({ secret_id }) => secret_id).filter((id) => id !== null);
    if (secrets.length > 0) await transaction.deleteFrom("secrets").where("id", "in", secrets).execute();
    for (const { user_id } of members) {
      if (user_id === null) continue;
      await publish(transaction, {
        userId: user_id,
        type: "project.removed",
        title: `${project.name} was deleted`,
        project: project.slug,
      });
    }
    return found;
  });
  for (const { id, kind } of sources) await sync.forget({ id, projectId: project.id, kind });
}
