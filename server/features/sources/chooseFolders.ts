import { type Actor, recordAuditEvent } from "../../access/auditLog.ts";
import { listTrackers, replaceSourceList } from "../../db/tables/sources/sources.ts";
import { updateLedger } from "../../db/tables/sources/sourceLedgers.ts";
import { Conflict, NotFound } from "../../errors.ts";
import { message } from "../../messages/messages.ts";
import { isSameAtHost, locationOf } from "../../sources/urlIdentity.ts";
import { chosenFolders } from "./chosenFolders.ts";
import type { SourcesDeps } from "./service.ts";

/**
 * Changes the folders that a repository is limited to. Its sync is requested, which builds its index again from the copy that the server has,
 * and that of a tracker with its address, which reads its requests.
 * @throws NotFound; Conflict for what is no repository; Invalid for folders that cannot be chosen
 */
export async function chooseFolders(
  { db, sync }: Pick<SourcesDeps, "db" | "sync">,
  project: { readonly id: string; readonly slug: string },
  sourceId: string,
  paths: readonly string[],
  by: Actor,
): Promise<void> {
  const folders = chosenFolders(paths);
  const changed = await db.transaction().execute(async (tx) => {
    const source = await replaceSourceList(tx, project.id, sourceId, "folders", folders);
    if (!source) throw new NotFound(message("source.not_found"));
    if (source.kind !== "repository") throw new Conflict(message("folders.repositories_only"));
    if (JSON.stringify(source.before) === JSON.stringify(folders)) return [];
    await recordAuditEvent(tx, by, {
      action: "source.folders_changed",
      subject: { kind: source.kind, id: sourceId, name: source.url },
      before: { project: project.slug, folders: source.before.join(", ") },
      after: { project: project.slug, folders: folders.join(", ") },
    });
    const location = locationOf(source.url);
    const trackers = (await listTrackers(tx, project.id, source.provider)).filter(({ url }) =>
      isSameAtHost(locationOf(url), location),
    );
    const ids = [sourceId, ...trackers.map(({ id }) => id)];
    // What was compared is of the earlier folders, also before the sync begins. It is compared again after the sync.
    for (const id of ids) await updateLedger(tx, id, { was_syncing: true, follows_up: true });
    return ids;
  });
  if (changed.length > 0) await sync.request(changed);
}
