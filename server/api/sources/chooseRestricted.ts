import { rolesUpTo } from "../../../contract/policy.ts";
import type { ProjectRole } from "../../../contract/projects.ts";
import { type Actor, recordAuditEvent } from "../../access/auditLog.ts";
import { newId } from "../../db/newId.ts";
import type { Db } from "../../db/openDb.ts";
import { Conflict, Forbidden, NotFound } from "../../errors.ts";

/**
 * Changes which readers get the restricted items of a linked source; null: none, and their texts are deleted in this transaction. A source
 * that was read without them is read again in full by its next sync.
 * @returns whether that sync is needed
 * @throws NotFound; Conflict for a repository; Forbidden and Conflict when the caller may not widen who reads it
 */
export async function chooseRestricted(
  db: Db,
  project: { readonly id: string; readonly slug: string; readonly role: ProjectRole },
  sourceId: string,
  role: ProjectRole | null,
  by: Actor,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const source = await tx
      .selectFrom("sources")
      .select(["kind", "url", "connection_id", "secret_id", "restricted_role"])
      .where("id", "=", sourceId)
      .where("project_id", "=", project.id)
      .forUpdate()
      .executeTakeFirst();
    if (!source) throw new NotFound("There is no such source in this project.");
    if (source.kind === "repository") throw new Conflict("A repository has no restricted items.");
    const before = source.restricted_role;
    if (before === role) return false;
    if (countOf(role) > countOf(before)) await requireMayOpen(tx, project, source, by);
    if (role === null) await leaveOutRestricted(tx, sourceId);
    else {
      await tx
        .updateTable("sources")
        .set({ restricted_role: role, ...(before === null && { restricted_choice: newId() }) })
        .where("id", "=", sourceId)
        .execute();
    }
    await recordAuditEvent(tx, by, {
      action: "source.restricted_changed",
      subject: { kind: source.kind, id: sourceId, name: source.url },
      before: { project: project.slug, role: before },
      after: { project: project.slug, role },
    });
    return before === null;
  });
}

/** Takes the choice of a source back, and removes what was read for it. */
export async function leaveOutRestricted(tx: Db, sourceId: string): Promise<void> {
  await tx
    .updateTable("sources")
    .set({ restricted_role: null, restricted_choice: null })
    .where("id", "=", sourceId)
    .execute();
  await tx.deleteFrom("restricted_items").where("source_id", "=", sourceId).execute();
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
    const account = await tx
      .selectFrom("connections")
      .select("user_id")
      .where("id", "=", connectionId)
      .executeTakeFirst();
    if (account?.user_id === by.id) return;
    throw new Conflict(
      "This source is read with the account of somebody else. Give it a token or an account of yours first.",
    );
  }
  if (secretId !== null && role !== "Owner") {
    throw new Forbidden("Only an Owner may open to more people what the token of this source reads.");
  }
}
