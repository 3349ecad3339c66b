import { type Actor, recordAuditEvent } from "../../access/auditLog.ts";
import type { ProjectAccess } from "../../access/policy.ts";
import type { Db } from "../../db/openDb.ts";
import { updateProjectName } from "../../db/tables/projects/projects.ts";
import { projectChanged } from "../../events/projectChanged.ts";

/** Changes the name of a project and notifies its members; the slug stays. */
export async function renameProject(db: Db, project: ProjectAccess, name: string, by: Actor): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await updateProjectName(transaction, project.id, name);
    await projectChanged(transaction, { ...project, name });
    if (name === project.name) return;
    await recordAuditEvent(transaction, by, {
      action: "project.renamed",
      subject: { kind: "project", id: project.id, name: project.slug },
      before: { name: project.name },
      after: { name },
    });
  });
}
