import { rolesUpTo } from "../../../contract/access/policy.ts";
import type { ProjectRole } from "../../../contract/projects.ts";
import { type Actor, recordAuditEvent } from "../../access/auditLog.ts";
import { newId } from "../../db/newId.ts";
import type { Db } from "../../db/openDb.ts";
import { findUserOfConnection } from "../../db/tables/sources/connections.ts";
import { leaveOutRestricted } from "../../db/tables/sources/restrictedItems.ts";
import { lockSourceAccess, updateSourceAccess } from "../../db/tables/sources/sourceAccess.ts";
import { Conflict, Forbidden, NotFound } from "../../errors.ts";
import { message } from "../../messages/messages.ts";
import type { SourcesDeps } from "./service.ts";

/**
 * Changes which readers get the restricted items of a linked source; null: none, and their texts are deleted in this transaction. A source
 * that was read without them is read again in full: its sync is requested.
 * @throws NotFound; Conflict for a repository; Forbidden and Conflict when the caller may not widen who reads it
 */
export async function chooseRestricted(
  { db, sync }: Pick<SourcesDeps, "db" | "sync">,
  project: { readonly id: string; readonly slug: string; readonly role: ProjectRole },
  sourceId: string,
  role: ProjectRole | null,
  by: Actor,
): Promise<void> {
  const isSyncNeeded = await db.transaction().execute(async (tx) => {
    const source = await lockSourceAccess(tx, project.id, sourceId);
    if (!source) throw new NotFound(message("source.not_found"));
    if (source.kind === "repository") throw new Conflict(message("restricted.not_for_repositories"));
    const before = source.restricted_role;
    if (before === role) return false;
    if (countOf(role) > countOf(before)) await requireMayOpen(tx, project, source, by);
    if (role === null) await leaveOutRestricted(tx, sourceId);
    else {
      await updateSourceAccess(tx, sourceId, {
        restricted_role: role,
        ...(before === null && { restricted_choice: newId() }),
      });
    }
    await recordAuditEvent(tx, by, {
      action: "source.restricted_changed",
      subject: { kind: source.kind, id: sourceId, name: source.url },
      before: { project: project.slug, role: before },
      after: { project: project.slug, role },
    });
    return before === null;
  });
  if (isSyncNeeded) await sync.request([sourceId]);
}

/** Roles that may read. */
const countOf = (role: ProjectRole | null): number => (role === null ? 0 : rolesUpTo(role).length);

/** What a connected account reads can be opened to more people only by its owner, and what a token reads only by an Owner. */
async function requireMayOpen(
  tx: Db,
  { role }: { readonly role: ProjectRole },
  { connection_id: connectionId, secret_id: secretId }: { connection_id: string | null; secret_id: string | null },
  by: Actor,
): Promise<void> {
  if (connectionId !== null) {
    if ((await findUserOfConnection(tx, connectionId)) === by.id) return;
    throw new Conflict(message("restricted.foreign_account"));
  }
  if (secretId !== null && role !== "Owner") {
    throw new Forbidden(message("restricted.owner_only"));
  }
}
