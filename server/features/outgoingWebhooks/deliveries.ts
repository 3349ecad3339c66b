/** The log of outgoing webhooks: reading, sending again, and testing. */
import { z } from "zod";
import { MINUTE_MS } from "../../../contract/durations.ts";
import { TEST_EVENT } from "../../../contract/notices/outgoingEvents.ts";
import type {
  DeliveriesQuery,
  Delivery,
  DeliveryDetails,
  DeliveryPage,
} from "../../../contract/notices/outgoingWebhooks.ts";
import { decodeCursor, encodeCursor } from "../../cursor.ts";
import { newId } from "../../db/newId.ts";
import { notify } from "../../db/notify.ts";
import type { Db } from "../../db/openDb.ts";
import type { OutgoingWebhookRow } from "../../db/tables/notices/outgoingWebhooks.ts";
import {
  type DeliveryRow,
  findDelivery,
  insertDeliveries,
  listDeliveries,
  updateDeliveryWaiting,
} from "../../db/tables/sources/webhookDeliveries.ts";
import { Conflict, NotFound } from "../../errors.ts";
import { OUTGOING_CHANNEL } from "../../events/writeOutgoing.ts";
import { type Language, message } from "../../messages/messages.ts";
import { deliver } from "./deliver.ts";
import { presentDelivery } from "./present.ts";
import { type RenderDeps, renderRequest } from "./renderRequest.ts";
import type { OutgoingDeps } from "./service.ts";

const DeliveryCursor = z.string().regex(/^\d{1,18}$/);

/** One page of the log of a webhook, the newest first. */
export async function readDeliveries(
  db: Db,
  webhookId: string,
  { state, cursor, limit }: z.output<typeof DeliveriesQuery>,
  language: Language,
): Promise<DeliveryPage> {
  const before = decodeCursor(DeliveryCursor, cursor);
  const rows = await listDeliveries(db, webhookId, { state, before, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    results: shown.map((row) => presentDelivery(row, language)),
    next: rows.length > limit && last ? encodeCursor(String(last.number)) : null,
  };
}

/** @throws NotFound, also for one of another webhook */
async function requireDelivery(db: Db, webhookId: string, id: string): Promise<DeliveryRow> {
  const row = await findDelivery(db, webhookId, id);
  if (!row) throw new NotFound(message("outgoing.delivery_not_found"));
  return row;
}

/** A delivery with its request, as it would be sent now: texts of a tracker are not kept in the log. */
export async function readDelivery(
  deps: RenderDeps,
  webhook: OutgoingWebhookRow,
  id: string,
  language: Language,
): Promise<DeliveryDetails> {
  const row = await requireDelivery(deps.db, webhook.id, id);
  const { body } = await renderRequest(deps, webhook, [row]);
  return { ...presentDelivery(row, language), request: body, response: row.response };
}

/**
 * Sends a delivery again, under the same id.
 * @param count counts it in the transaction, so that what is refused is not counted
 * @throws NotFound; Conflict for one that waits already; what `count` throws
 */
export async function replayDelivery(
  db: Db,
  webhookId: string,
  id: string,
  language: Language,
  count: (tx: Db) => Promise<void>,
): Promise<Delivery> {
  return db.transaction().execute(async (tx) => {
    await requireDelivery(tx, webhookId, id);
    if (!(await updateDeliveryWaiting(tx, webhookId, id, new Date()))) {
      throw new Conflict(message("outgoing.is_waiting"));
    }
    await count(tx);
    await notify(tx, OUTGOING_CHANNEL);
    return presentDelivery(await requireDelivery(tx, webhookId, id), language);
  });
}

/** Sends a test at once, also to a webhook that is turned off, and stores it in the log. It is not tried again. */
export async function testWebhook(
  deps: OutgoingDeps,
  webhook: OutgoingWebhookRow,
  language: Language,
): Promise<DeliveryDetails> {
  const { db } = deps;
  const id = newId();
  const now = new Date();
  await insertDeliveries(db, [
    {
      id,
      webhook_id: webhook.id,
      event: TEST_EVENT,
      key: `${TEST_EVENT} ${id}`,
      project_id: webhook.project_id,
      subject_kind: null,
      subject_id: null,
      data: "{}",
      occurred_at: now,
      state: "failed",
      next_attempt_at: new Date(now.getTime() + MINUTE_MS),
      attempted_at: null,
      status: null,
      duration_ms: null,
      error: null,
    },
  ]);
  await deliver(deps, webhook, [await requireDelivery(db, webhook.id, id)], { isTest: true });
  return readDelivery(deps, webhook, id, language);
}
