import { SECOND_MS } from "../../contract/durations.ts";
import type { OutgoingEventType, OutgoingKind } from "../../contract/notices/outgoingEvents.ts";
import { newId } from "../db/newId.ts";
import { notify } from "../db/notify.ts";
import type { Db } from "../db/openDb.ts";
import type { DeliveryData, WebhookDeliveriesTable } from "../db/schema/outgoingSchema.ts";
import { listSubscribers } from "../db/tables/notices/outgoingWebhooks.ts";
import { insertDeliveries } from "../db/tables/sources/webhookDeliveries.ts";

/** The NOTIFY channel that wakes the senders of all processes. */
export const OUTGOING_CHANNEL = "clew_outgoing";

/** A chat gets what happens within this time in one message. */
const CHAT_DELAY_MS = 30 * SECOND_MS;

/** An event that webhooks may have chosen. */
export interface NewOutgoingEvent {
  readonly event: OutgoingEventType;
  /** Names the event: a webhook gets it once. */
  readonly key: string;
  readonly subject?: {
    readonly kind: NonNullable<WebhookDeliveriesTable["subject_kind"]>;
    readonly id: string;
  };
  readonly data?: DeliveryData;
  /** Default: now. */
  readonly at?: Date;
}

/**
 * Stores what the webhooks of a project, or of a company itself, are sent about these events. In the transaction of what caused them: both are
 * stored or neither.
 * @param of `projectId` with `companyId` null: webhooks of the project. With both: webhooks of the company, about the project
 */
export async function writeOutgoing(
  tx: Db,
  of: { readonly projectId: string | null; readonly companyId: string | null },
  events: readonly NewOutgoingEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const { projectId, companyId } = of;
  if (companyId === null && projectId === null) return;
  const webhooks = await listSubscribers(tx, companyId === null ? { projectId: projectId ?? "" } : { companyId });
  const now = Date.now();
  const rows = webhooks.flatMap((webhook) =>
    events
      .filter(({ event }) => webhook.events.includes(event))
      .map(({ event, key, subject, data = {}, at }) => ({
        id: newId(),
        webhook_id: webhook.id,
        event,
        key,
        project_id: projectId,
        subject_kind: subject?.kind ?? null,
        subject_id: subject?.id ?? null,
        data: JSON.stringify(data),
        occurred_at: at ?? new Date(now),
        next_attempt_at: new Date(now + delayOf(webhook.kind)),
        attempted_at: null,
        status: null,
        duration_ms: null,
        error: null,
      })),
  );
  if (rows.length === 0) return;
  await insertDeliveries(tx, rows);
  await notify(tx, OUTGOING_CHANNEL);
}

const delayOf = (kind: OutgoingKind): number => (kind === "webhook" ? 0 : CHAT_DELAY_MS);
