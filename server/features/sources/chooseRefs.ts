import { type Actor, recordAuditEvent } from "../../access/auditLog.ts";
import { replaceSourceList } from "../../db/tables/sources/sources.ts";
import { Conflict, NotFound } from "../../errors.ts";
import { message } from "../../messages/messages.ts";
import type { SourcesDeps } from "./service.ts";

/**
 * Changes which branches and tags of a repository are searched in addition to the default branch. Its sync is requested.
 * @throws NotFound; Conflict for what is no repository
 */
export async function chooseRefs(
  { db, sync }: Pick<SourcesDeps, "db" | "sync">,
  project: { readonly id: string; readonly slug: string },
  sourceId: string,
  input: readonly string[],
  by: Actor,
): Promise<void> {
  const patterns = [...new Set(input)];
  const isChanged = await db.transaction().execute(async (tx) => {
    const source = await replaceSourceList(tx, project.id, sourceId, "ref_patterns", patterns);
    if (!source) throw new NotFound(message("source.not_found"));
    if (source.kind !== "repository") throw new Conflict(message("refs.repositories_only"));
    if (JSON.stringify(source.before) === JSON.stringify(patterns)) return false;
    await recordAuditEvent(tx, by, {
      action: "source.refs_changed",
      subject: { kind: source.kind, id: sourceId, name: source.url },
      before: { project: project.slug, patterns: source.before.join(" ") },
      after: { project: project.slug, patterns: patterns.join(" ") },
    });
    return true;
  });
  if (isChanged) await sync.request([sourceId]);
}
