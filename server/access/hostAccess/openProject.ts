import type { Db } from "../../db/openDb.ts";
import { lockProject } from "../../db/tables/projects/projects.ts";
import { listMirroredSources, updateMirrorChoice } from "../../db/tables/sources/hostAccess.ts";
import { type Actor, recordAuditEvent } from "../auditLog.ts";
import { settleLocked } from "./settleMemberships.ts";

/** Turns off mirrored access of all sources of a project, for an operator. @returns the sources */
export async function openProject(
  db: Db,
  companyId: string,
  slug: string,
  by: Actor,
): Promise<{ readonly kind: string; readonly url: string }[]> {
  return db.transaction().execute(async (transaction) => {
    const sources = await listMirroredSources(transaction, companyId, slug);
    for (const { id, project_id: projectId, kind, url } of sources) {
      await lockProject(transaction, projectId);
      await updateMirrorChoice(transaction, id, null);
      await settleLocked(transaction, projectId, new Date());
      await recordAuditEvent(transaction, by, {
        action: "source.host_access_changed",
        subject: { kind, id, name: url },
        before: { project: slug, mirrored: true },
        after: { project: slug, mirrored: false },
      });
    }
    return sources;
  });
}
