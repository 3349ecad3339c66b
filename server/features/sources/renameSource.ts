import { type Actor, recordAuditEvent } from "../../access/auditLog.ts";
import { listSourceNames, updateSourceName } from "../../db/tables/sources/sources.ts";
import { Invalid, NotFound } from "../../errors.ts";
import { message } from "../../messages/messages.ts";
import { projectChanged } from "../../events/projectChanged.ts";
import type { SourcesDeps } from "./service.ts";

/**
 * Gives a source another name. Its address at the host, and what was read from it, stay.
 * @throws NotFound; Invalid for a name that another source of its kind has in the project
 */
export async function renameSource(
  { db }: Pick<SourcesDeps, "db">,
  project: { readonly id: string; readonly slug: string; readonly name: string },
  sourceId: string,
  name: string,
  by: Actor,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const source = await updateSourceName(tx, project.id, sourceId, name);
    if (!source) throw new NotFound(message("source.not_found"));
    if (source.before === name) return;
    // A repository and its tracker usually have one name.
    const others = (await listSourceNames(tx, [project.id])).filter(
      ({ id, kind }) => id !== sourceId && kind === source.kind,
    );
    if (others.some((other) => other.name.toLowerCase() === name.toLowerCase()))
      throw new Invalid({ name: [message("source.name_taken", { name })] });
    await projectChanged(tx, project);
    await recordAuditEvent(tx, by, {
      action: "source.renamed",
      subject: { kind: source.kind, id: sourceId, name: source.url },
      before: { project: project.slug, name: source.before },
      after: { project: project.slug, name },
    });
  });
}
