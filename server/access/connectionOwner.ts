import type { Db } from "../db/openDb.ts";
import { findConnectionOwner, listSourcesConnectedBy } from "../db/tables/sources/connections.ts";
import { updateIdleSourceFailed } from "../db/tables/sources/sourceSync.ts";
import { type Actor, type NewAuditEvent, recordAuditEvent } from "./auditLog.ts";
import { type Message, message, serializeMessage } from "../messages/messages.ts";

const ownerLeftMessage = (name: string): Message => message("connection.owner_left", { name });

/**
 * Why the connected account of a source must not be used: its owner is no longer a member of the project, and leaving withdraws the consent
 * to read on behalf of the others. Null when the account may be used or no longer exists.
 */
export async function connectionStopReason(
  db: Db,
  { projectId, connectionId }: { readonly projectId: string; readonly connectionId: string },
): Promise<Message | null> {
  const owner = await findConnectionOwner(db, connectionId, projectId);
  return owner?.membership === null ? ownerLeftMessage(owner.name) : null;
}

/**
 * Records at the sources of a project, or of all projects of a company, that the owners of their connected accounts have left, in the
 * transaction that removes these users. Syncs of these sources fail with the same message until another credential is set.
 */
export async function stopConnectionsOf(
  transaction: Db,
  userIds: readonly string[],
  of: { readonly projectId: string } | { readonly companyId: string },
  by: Actor,
): Promise<void> {
  const rows = await listSourcesConnectedBy(transaction, userIds, of);
  for (const { id, name } of rows) {
    await updateIdleSourceFailed(transaction, id, {
      sync_error: serializeMessage(ownerLeftMessage(name)),
      sync_error_code: "unauthorized",
    });
  }
  const events = rows.map(({ id, kind, url, slug, email }): NewAuditEvent => ({
    action: "source.access_changed",
    subject: { kind, id, name: url },
    before: { project: slug, credential: "account", owner: email },
    after: { project: slug, credential: "none" },
  }));
  await recordAuditEvent(transaction, by, ...events);
}
