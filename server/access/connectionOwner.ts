import type { Db } from "../db/openDb.ts";
import { type Actor, recordAuditEvent } from "./auditLog.ts";

const ownerLeftMessage = (name: string): string =>
  `${name} has left the project, so their connected account is not used for it any more. Give the source a token or an account of yours.`;

/**
 * Why the connected account of a source must not be used: its owner is no longer a member of the project, and leaving withdraws the consent
 * to read on behalf of the others. Null when the account may be used or no longer exists.
 */
export async function connectionStopReason(
  db: Db,
  { projectId, connectionId }: { readonly projectId: string; readonly connectionId: string },
): Promise<string | null> {
  const owner = await db
    .selectFrom("connections")
    .innerJoin("users", "users.id", "connections.user_id")
    .leftJoin("project_members", (on) =>
      on.onRef("project_members.user_id", "=", "users.id").on("project_members.project_id", "=", projectId),
    )
    .select(["users.name", "project_members.id as membership"])
    .where("connections.id", "=", connectionId)
    .executeTakeFirst();
  return owner?.membership === null ? ownerLeftMessage(owner.name) : null;
}

/**
 * Records at the sources of a project, or of all projects of a company, that the owner of their connected account has left, in the
 * transaction that removes the user. Syncs of these sources fail with the same message until another credential is set.
 */
export async function stopConnectionsOf(
  transaction: Db,
  userId: string,
  of: { readonly projectId: string } | { readonly companyId: string },
  by: Actor,
): Promise<void> {
  const rows = await transaction
    .selectFrom("sources")
    .innerJoin("connections", "connections.id", "sources.connection_id")
    .innerJoin("projects", "projects.id", "sources.project_id")
    .innerJoin("users", "users.id", "connections.user_id")
    .select(["sources.id", "sources.kind", "sources.url", "projects.slug", "users.name", "users.email"])
    .where("connections.user_id", "=", userId)
    .$if("projectId" in of, (query) => query.where("projects.id", "=", "projectId" in of ? of.projectId : ""))
    .$if("companyId" in of, (query) => query.where("projects.company_id", "=", "companyId" in of ? of.companyId : ""))
    .execute();
  for (const { id, kind, url, slug, name, email } of rows) {
    await transaction
      .updateTable("sources")
      .set({ sync_state: "failed", sync_error: ownerLeftMessage(name), sync_error_code: "unauthorized" })
      .where("id", "=", id)
      .where("sync_state", "in", ["ready", "failed", "queued"])
      .execute();
    await recordAuditEvent(transaction, by, {
      action: "source.access_changed",
      subject: { kind, id, name: url },
      before: { project: slug, credential: "account", owner: email },
      after: { project: slug, credential: "none" },
    });
  }
}
