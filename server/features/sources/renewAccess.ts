import type { SourceAccess } from "../../../contract/sources/sources.ts";
import { type Actor, recordAuditEvent } from "../../access/auditLog.ts";
import type { Db } from "../../db/openDb.ts";
import { deleteSecrets } from "../../db/tables/tokens/secrets.ts";
import { leaveOutRestricted } from "../../db/tables/sources/restrictedItems.ts";
import { findSourceAccess, lockSourceAccess, updateSourceAccess } from "../../db/tables/sources/sourceAccess.ts";
import { forgetHostQuota } from "../../db/tables/sources/sourceSync.ts";
import { Conflict, NotFound } from "../../errors.ts";
import { providerRulesOf } from "../../sources/providers/rulesRegistry.ts";
import { originOf } from "../../sources/egress/credentialOrigins.ts";
import { type SourceDeps, checkSource, credentialKind } from "./projectSources.ts";
import type { AnySource } from "./withConnection.ts";
import { message } from "../../messages/messages.ts";

/**
 * Changes the credential of a source: a new token for an expired one, the caller's connected account, an installation of an app, or none. What was read is kept, and the
 * next sync continues from the cursor. Restricted items are excluded again when the credential belongs to another user than the previous
 * one.
 * @throws NotFound; Conflict when the address now leads to another source; Invalid when the host rejects the credential
 */
export async function renewAccess(
  deps: Omit<SourceDeps, "sync"> & { readonly sync: Pick<SourceDeps["sync"], "request"> },
  project: { readonly id: string; readonly slug: string; readonly companyId: string },
  owner: { readonly id: string },
  sourceId: string,
  access: SourceAccess,
  by: Actor,
): Promise<void> {
  const { db, secrets, sync } = deps;
  const source = await findSourceAccess(db, project.id, sourceId);
  if (!source) throw new NotFound(message("source.not_found"));
  if (providerRulesOf(source.provider).isPushed === true) throw new Conflict(message("import.no_access"));
  const body = {
    provider: source.provider,
    url: source.url,
    credential: access.credential,
    use_connection: access.use_connection,
    installation_id: access.installation_id,
  } as AnySource;
  const { facts, input, connectionId, installationId, accessBy } = await checkSource(
    deps,
    owner,
    source.kind,
    body,
    by,
  );
  if (facts.url !== source.url) throw new Conflict(message("source.address_changed"));
  await db.transaction().execute(async (tx: Db) => {
    const before = await lockSourceAccess(tx, project.id, sourceId);
    if (!before) throw new NotFound(message("source.not_found"));
    const secretId =
      input.credential && connectionId === null && installationId === null
        ? await secrets.store(tx, project.companyId, input.credential, originOf(facts.url))
        : null;
    const after = { secret_id: secretId, connection_id: connectionId, app_installation_id: installationId };
    await updateSourceAccess(tx, sourceId, { ...after, access_by: accessBy });
    await forgetHostQuota(tx, sourceId);
    if (before.secret_id !== null) await deleteSecrets(tx, [before.secret_id]);
    await recordAuditEvent(tx, by, {
      action: "source.access_changed",
      subject: { kind: source.kind, id: sourceId, name: source.url },
      after: {
        project: project.slug,
        credential: credentialKind(after),
      },
    });
    // The role was chosen for what the account of one user shows, and another account may show more.
    if (before.restricted_role === null || (accessBy !== null && accessBy === before.access_by)) return;
    await leaveOutRestricted(tx, sourceId);
    await recordAuditEvent(tx, by, {
      action: "source.restricted_changed",
      subject: { kind: source.kind, id: sourceId, name: source.url },
      before: { project: project.slug, role: before.restricted_role },
      after: { project: project.slug, role: null },
    });
  });
  await sync.request([sourceId]);
}
