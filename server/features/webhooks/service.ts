import { randomBytes } from "node:crypto";
import { API_PREFIX } from "../../../contract/constants.ts";
import type { NewWebhook } from "../../../contract/sources/sources.ts";
import type { Secrets } from "../../access/keys/secrets.ts";
import type { Db } from "../../db/openDb.ts";
import { findIncomingWebhook, type IncomingWebhook } from "../../db/tables/sources/incomingWebhooks.ts";
import { queueSyncs } from "../../db/tables/sources/sourceSync.ts";
import { deleteSecrets } from "../../db/tables/tokens/secrets.ts";
import { findSourceAccess, lockSourceAccess, updateSourceAccess } from "../../db/tables/sources/sourceAccess.ts";
import { Conflict, NotFound } from "../../errors.ts";
import { message } from "../../messages/messages.ts";
import { Batches } from "../../concurrency.ts";
import {
  acceptAppDeliveries,
  acceptInstallationChange,
  type AppDeliveryDeps,
  readAppDelivery,
  type SignedDelivery,
} from "../apps/appDeliveries.ts";
import type { DeliveredItem } from "../../sources/connector/appTypes.ts";
import type { DeliveryHeaders } from "../../sources/connector/ProviderRules.ts";
import { appServiceOf } from "../../sources/providers/connectorRegistry.ts";
import { isLate, noteLateItem } from "../apps/lateItems.ts";
import { CHECK_SPACING_MS } from "../../access/hostAccess/checkSpacing.ts";
import { updateAccessDue } from "../../db/tables/sources/hostAccess.ts";
import { providerRulesOf, webhookEventsOf } from "../../sources/providers/rulesRegistry.ts";

export interface WebhooksDeps {
  readonly db: Db;
  readonly secrets: Secrets;
  readonly sync: AppDeliveryDeps["sync"];
  readonly egress: AppDeliveryDeps["egress"];
}

/** Deliveries of hosts. What many of one address need of the database is done together. */
export interface Deliveries {
  /** @throws NotFound for a source, linked group or app without a webhook, and for none */
  webhook(id: string): Promise<IncomingWebhook>;
  /**
   * Requests a sync of the source, or a comparison of the linked group, or handles what an app reports, when the delivery is signed with the webhook's secret.
   * What a host reports about who may see a source makes the checks of its members due.
   * @param hook as it was after the host had sent the head of the delivery
   * @returns false for a paused source, for an event that changes nothing, and for one that an app has reported before. @throws NotFound for a wrong signature as for no webhook
   */
  accept(hook: IncomingWebhook, headers: DeliveryHeaders, body: Buffer): Promise<boolean>;
}

export function createDeliveries(deps: WebhooksDeps): Deliveries {
  const { db } = deps;
  const lookups = new Batches<undefined, IncomingWebhook | undefined>(async (id, calls) => {
    const hook = await findIncomingWebhook(db, id);
    return calls.map(() => hook);
  });
  const ofSources = new Batches<SourceReport, true>((id, reports) => queueReported(deps, id, reports));
  const ofApps = new Batches<SignedDelivery, boolean>((appId, signed) => acceptAppDeliveries(deps, appId, signed));
  return {
    async webhook(id) {
      const hook = await lookups.add(id, undefined);
      if (!hook) throw new NotFound(message("webhook.not_found"));
      return hook;
    },
    async accept(hook, headers, body) {
      const { token } = deps.secrets.unseal(hook.secret_id, hook.cipher);
      // A caller that cannot sign must not learn which sources exist.
      const isSigned = providerRulesOf(hook.provider).webhooks?.isSigned(headers, body, token) ?? false;
      if (!isSigned) throw new NotFound(message("webhook.not_found"));
      if (hook.of === "app") {
        const signed = readAppDelivery(hook.provider, headers, body);
        if (!signed) return false;
        const { delivery } = signed;
        return delivery.changesInstallation
          ? acceptInstallationChange(deps, hook.id, delivery)
          : ofApps.add(hook.id, signed);
      }
      const changesAccess = isAccessEvent(hook.provider, headers);
      // Also of a paused source, whose members are checked as before.
      if (changesAccess) {
        const of = hook.of === "group" ? { groupId: hook.id } : { sourceId: hook.id };
        await updateAccessDue(db, of, new Date(), CHECK_SPACING_MS);
      }
      if (hook.of === "group") {
        if (!isGroupEvent(hook.provider, headers)) return changesAccess;
        await deps.sync.reportGroup(hook.id);
        return true;
      }
      if (hook.is_paused) return changesAccess;
      const item = appServiceOf(hook.provider)?.readDelivery(headers, body)?.item ?? null;
      // Most of many deliveries: the next sync has not begun, and will read this change too.
      return (hook.will_sync && !isLate(item)) || ofSources.add(hook.id, { kind: hook.kind, item });
    },
  };
}

interface SourceReport {
  readonly kind: string;
  readonly item: DeliveredItem | null;
}

/** Has the next sync read what the reports are about, and queues it. */
async function queueReported(
  { db, sync }: WebhooksDeps,
  id: string,
  reports: readonly SourceReport[],
): Promise<true[]> {
  for (const { kind, item } of reports) await noteLateItem(db, [{ id, kind }], item);
  await sync.sendQueued(await queueSyncs(db, [id]));
  return reports.map(() => true);
}

function isAccessEvent(provider: string, headers: DeliveryHeaders): boolean {
  const events = providerRulesOf(provider).webhooks?.accessEvents;
  const name = events && headers[events.header];
  return typeof name === "string" && events?.values.includes(name) === true;
}

function isGroupEvent(provider: string, headers: DeliveryHeaders): boolean {
  const events = providerRulesOf(provider).webhooks?.groupEvents;
  return events !== undefined && headers[events.header] === events.value;
}

/**
 * Makes a webhook for a source, or a new secret for the one that it has.
 * @throws NotFound, and Conflict for a host that has no webhooks
 */
export async function createWebhook(
  { db, secrets }: Pick<WebhooksDeps, "db" | "secrets">,
  project: { readonly id: string; readonly companyId: string },
  sourceId: string,
  publicUrl: string,
  note: (transaction: Db) => Promise<void>,
): Promise<NewWebhook> {
  const source = await findSourceAccess(db, project.id, sourceId);
  if (!source) throw new NotFound(message("source.not_found"));
  const events = webhookEventsOf(source);
  if (!events) throw new Conflict(message("webhook.unsupported"));
  const secret = await db.transaction().execute(async (tx) => {
    const before = await lockSourceAccess(tx, project.id, sourceId);
    if (!before) throw new NotFound(message("source.not_found"));
    const stored = await replaceWebhookSecret(tx, secrets, project, before, (id) =>
      updateSourceAccess(tx, sourceId, { webhook_secret_id: id }),
    );
    await note(tx);
    return stored;
  });
  const accessEvents = source.access_mirrored ? providerRulesOf(source.provider).webhooks?.accessEvents?.ofSource : [];
  return newWebhook(publicUrl, sourceId, secret, [...events, ...(accessEvents ?? [])]);
}

/** Stores a new secret for a webhook, and deletes the one that it had. @returns the secret */
export async function replaceWebhookSecret(
  transaction: Db,
  secrets: Secrets,
  { companyId }: { readonly companyId: string },
  { webhook_secret_id: before }: { readonly webhook_secret_id: string | null },
  save: (id: string) => Promise<void>,
): Promise<string> {
  const secret = randomBytes(32).toString("base64url");
  await save(await secrets.store(transaction, companyId, { token: secret }));
  if (before !== null) await deleteSecrets(transaction, [before]);
  return secret;
}

/** @param publicUrl where hosts reach this server, without a slash at the end */
export const newWebhook = (publicUrl: string, id: string, secret: string, events: readonly string[]): NewWebhook => ({
  url: `${publicUrl}${API_PREFIX}webhooks/${id}/`,
  secret,
  events: [...events],
});

/** In a transaction. @returns whether there was one. @throws NotFound */
export async function removeWebhook(transaction: Db, projectId: string, sourceId: string): Promise<boolean> {
  const source = await lockSourceAccess(transaction, projectId, sourceId);
  if (!source) throw new NotFound(message("source.not_found"));
  if (source.webhook_secret_id === null) return false;
  await deleteSecrets(transaction, [source.webhook_secret_id]);
  return true;
}
