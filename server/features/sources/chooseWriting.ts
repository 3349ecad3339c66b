import { type Actor, recordAuditEvent } from "../../access/auditLog.ts";
import { lockSourceAccess, updateSourceAccess } from "../../db/tables/sources/sourceAccess.ts";
import { Conflict, NotFound } from "../../errors.ts";
import { providerRulesOf } from "../../sources/providers/rulesRegistry.ts";
import { message } from "../../messages/messages.ts";
import type { SourcesDeps } from "./service.ts";

/**
 * Changes whether members may write to the tracker of a source, each by an account of their own.
 * @throws NotFound; Conflict for what this server only reads
 */
export async function chooseWriting(
  { db }: Pick<SourcesDeps, "db">,
  project: { readonly id: string; readonly slug: string },
  sourceId: string,
  isAllowed: boolean,
  by: Actor,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const source = await lockSourceAccess(tx, project.id, sourceId);
    if (!source) throw new NotFound(message("source.not_found"));
    if (source.kind !== "tracker" || providerRulesOf(source.provider).takesChanges !== true)
      throw new Conflict(message("write.unsupported"));
    if (source.allows_writing === isAllowed) return;
    await updateSourceAccess(tx, sourceId, { allows_writing: isAllowed });
    await recordAuditEvent(tx, by, {
      action: "source.writing_changed",
      subject: { kind: source.kind, id: sourceId, name: source.url },
      before: { project: project.slug, allowed: source.allows_writing },
      after: { project: project.slug, allowed: isAllowed },
    });
  });
}
