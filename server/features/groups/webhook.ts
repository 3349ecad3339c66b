import type { NewWebhook } from "../../../contract/sources/sources.ts";
import { type Actor, recordAuditEvent } from "../../access/auditLog.ts";
import type { Secrets } from "../../access/keys/secrets.ts";
import type { Db } from "../../db/openDb.ts";
import { lockGroup, updateGroup } from "../../db/tables/sources/linkedGroups.ts";
import { hasMirroredSource } from "../../db/tables/sources/hostAccess.ts";
import { Conflict, NotFound } from "../../errors.ts";
import { message } from "../../messages/messages.ts";
import { providerRulesOf } from "../../sources/providers/rulesRegistry.ts";
import { newWebhook, replaceWebhookSecret } from "../webhooks/service.ts";

export interface GroupWebhookDeps {
  readonly db: Db;
  readonly secrets: Secrets;
  /** Where hosts reach this server, without a slash at the end. */
  readonly publicUrl: () => string;
}

/**
 * Makes the webhook by which a host reports new, renamed and removed repositories, or a new secret for the one that the group has.
 * @throws NotFound; Conflict for a host that has none
 */
export async function createGroupWebhook(
  { db, secrets, publicUrl }: GroupWebhookDeps,
  project: { readonly id: string; readonly slug: string; readonly companyId: string },
  id: string,
  by: Actor,
): Promise<NewWebhook> {
  return db.transaction().execute(async (tx) => {
    const group = await lockGroup(tx, project.id, id);
    if (!group) throw new NotFound(message("group.not_found_here"));
    const groupEvents = providerRulesOf(group.provider).webhooks?.groupEvents;
    if (!groupEvents) throw new Conflict(message("webhook.unsupported"));
    const secret = await replaceWebhookSecret(tx, secrets, project, group, (secretId) =>
      updateGroup(tx, id, { webhook_secret_id: secretId }),
    );
    await recordAuditEvent(tx, by, {
      action: "webhook.created",
      subject: { kind: "group", id, name: group.url },
      after: { project: project.slug },
    });
    const accessEvents = (await hasMirroredSource(tx, id))
      ? providerRulesOf(group.provider).webhooks?.accessEvents?.ofGroup
      : [];
    return newWebhook(publicUrl(), id, secret, [...groupEvents.names, ...(accessEvents ?? [])]);
  });
}
