import type { Delivery, OutgoingWebhook } from "../../../contract/notices/outgoingWebhooks.ts";
import type { ListedWebhook } from "../../db/tables/notices/outgoingWebhooks.ts";
import type { DeliveryRow } from "../../db/tables/sources/webhookDeliveries.ts";
import { type Language, formatStored } from "../../messages/messages.ts";

export const presentWebhook = (row: ListedWebhook, language: Language): OutgoingWebhook => ({
  id: row.id,
  kind: row.kind,
  label: row.label,
  origin: row.origin,
  channel: row.channel,
  events: row.events,
  language: row.language,
  is_enabled: row.is_enabled,
  disabled_reason: row.disabled_reason === null ? null : formatStored(row.disabled_reason, language),
  failing_since: row.failing_since?.toISOString() ?? null,
  old_secret_until: row.old_secret_until?.toISOString() ?? null,
  waiting: row.waiting,
  created_at: row.created_at.toISOString(),
});

export const presentDelivery = (row: DeliveryRow, language: Language): Delivery => ({
  id: row.id,
  event: row.event,
  state: row.state,
  attempts: row.attempts,
  next_attempt_at: row.state === "waiting" ? row.next_attempt_at.toISOString() : null,
  occurred_at: row.occurred_at.toISOString(),
  attempted_at: row.attempted_at?.toISOString() ?? null,
  status: row.status,
  duration_ms: row.duration_ms,
  error: row.error === null ? null : formatStored(row.error, language),
});
