import { OUTBOX_DELAYS_MS } from "../../events/outboxDelays.ts";
import { HOUR_MS } from "../../../contract/durations.ts";
import { type AppKind, isAppKind } from "../../../contract/notices/outgoingEvents.ts";
import { message, serializeMessage } from "../../messages/messages.ts";
import type { Db } from "../../db/openDb.ts";
import { listAdmins } from "../../db/tables/companies/companyUsers.ts";
import { listSourceMaintainers } from "../../db/tables/notices/noticeReceivers.ts";
import {
  type OutgoingWebhookRow,
  lockOutgoingWebhook,
  updateOutgoingWebhook,
} from "../../db/tables/notices/outgoingWebhooks.ts";
import { type DeliveryRow, updateDeliveries } from "../../db/tables/sources/webhookDeliveries.ts";
import { writeNotices } from "../../events/writeNotices.ts";
import type { Seal } from "../../Seal.ts";
import type { Egress } from "../../sources/egress/egress.ts";
import { openReceiver, validSecrets } from "./receiver.ts";
import { hasUnansweredMessage } from "../../db/tables/chats/chatMessages.ts";
import { newId } from "../../db/newId.ts";
import { MAX_CHAT_EVENTS, isBundle } from "./chatMessages.ts";
import { type RenderDeps, renderRequest } from "./renderRequest.ts";
import { type RequestOutcome, sendRequest } from "./sendRequest.ts";

/** Maximum pause between two attempts to a failing webhook. */
const MAX_PAUSE_MS = HOUR_MS;
/** Time after which a webhook that has accepted no delivery is turned off. */
const MAX_FAILING_MS = 24 * HOUR_MS;

/** A message for a channel of an app in a chat. */
export interface ChannelPost {
  readonly id: string;
  readonly deliveries: readonly string[];
  /** What the chat takes besides the channel: JSON. */
  readonly body: string;
}

export interface DeliverDeps extends RenderDeps {
  readonly egress: Pick<Egress, "fetch">;
  readonly seal: Seal;
  /** Posts as the app of the webhook's company. */
  readonly post: Readonly<Record<AppKind, (webhook: OutgoingWebhookRow, post: ChannelPost) => Promise<RequestOutcome>>>;
  readonly timeoutMs?: number | undefined;
  readonly now?: () => Date;
}

/** A request that was made, or none where nothing of the deliveries may be shown any more. */
export type Delivered = RequestOutcome | null;

/**
 * Makes one request about these deliveries, and stores its outcome. A process that dies before that sends it again, with the same
 * `webhook-id`.
 * @param options.isTest it is not tried again, and turns no webhook off
 */
export async function deliver(
  deps: DeliverDeps,
  webhook: OutgoingWebhookRow,
  rows: readonly DeliveryRow[],
  { isTest = false }: { readonly isTest?: boolean } = {},
): Promise<Delivered> {
  const { db } = deps;
  const now = deps.now?.() ?? new Date();
  const isRepeat = isAppKind(webhook.kind) && (await hasUnansweredMessage(db, webhook.id, namedBy(rows)));
  const posted = { id: newId(), isRepeat };
  const { body, reported, dropped } = await renderRequest(deps, webhook, rows, posted);
  await updateDeliveries(db, idsOf(dropped), {
    ...NOTHING_SENT,
    state: "dropped",
    attemptedAt: now,
    error: serializeMessage(message("outgoing.dropped")),
  });
  const [first] = reported;
  if (body === null || !first) return null;
  const outcome = isAppKind(webhook.kind)
    ? await deps.post[webhook.kind](webhook, { id: posted.id, deliveries: namedBy(reported), body })
    : await request(deps, webhook, { id: first.id, body, now });
  await db.transaction().execute((tx) => noteOutcome(tx, webhook.id, reported, { outcome, now, isTest }));
  return outcome;
}

function request(
  { egress, seal, timeoutMs }: DeliverDeps,
  webhook: OutgoingWebhookRow,
  { id, body, now }: { readonly id: string; readonly body: string; readonly now: Date },
): Promise<RequestOutcome> {
  const receiver = openReceiver(seal, webhook);
  const secrets = validSecrets(receiver, webhook, now);
  return sendRequest(egress, { kind: webhook.kind, url: receiver.url, id, body, secrets }, timeoutMs);
}

const NOTHING_SENT = {
  counted: 0,
  nextAttemptAt: null,
  status: null,
  durationMs: null,
  response: "",
} as const;

const idsOf = (rows: readonly DeliveryRow[]): string[] => rows.map(({ id }) => id);

/** The deliveries by which a stored message is found: the first ones of a message that counts. */
const namedBy = (rows: readonly DeliveryRow[]): string[] => idsOf(rows.slice(0, MAX_CHAT_EVENTS));

async function noteOutcome(
  tx: Db,
  webhookId: string,
  rows: readonly DeliveryRow[],
  { outcome, now, isTest }: { readonly outcome: RequestOutcome; readonly now: Date; readonly isTest: boolean },
): Promise<void> {
  const webhook = await lockOutgoingWebhook(tx, webhookId);
  if (!webhook) return;
  const { status, durationMs, response } = outcome;
  const isBundled = outcome.result === "sent" && isBundle(rows.length);
  const note = isBundled ? message("outgoing.bundled", { count: rows.length }) : outcome.error;
  const error = note && serializeMessage(note);
  for (const [attempts, same] of Map.groupBy(rows, (row) => row.attempts)) {
    const { state, counted, delayMs } = nextOf(outcome, attempts);
    await updateDeliveries(tx, idsOf(same), {
      state: isTest && state === "waiting" ? "failed" : state,
      counted,
      nextAttemptAt: delayMs === null ? null : new Date(now.getTime() + delayMs),
      attemptedAt: now,
      status,
      durationMs,
      error,
      response,
    });
  }
  // A test that fails says nothing about what waits, and one that succeeds ends a pause.
  if (!isTest || outcome.result === "sent") await noteReceiver(tx, webhook, outcome, now);
}

/** What becomes of a delivery after an attempt. */
function nextOf(
  { result, retryAfterMs }: RequestOutcome,
  attempts: number,
): { readonly state: "waiting" | "sent" | "failed"; readonly counted: 0 | 1; readonly delayMs: number | null } {
  switch (result) {
    case "sent":
      return { state: "sent", counted: 1, delayMs: null };
    case "refused":
      return { state: "failed", counted: 1, delayMs: null };
    case "postponed":
      return { state: "waiting", counted: 0, delayMs: retryAfterMs ?? OUTBOX_DELAYS_MS[1] };
    // The webhook is off: what waits is sent if it is turned on again.
    case "closed":
      return { state: "waiting", counted: 1, delayMs: 0 };
    case "failed": {
      const delayMs = OUTBOX_DELAYS_MS[attempts];
      if (delayMs === undefined) return { state: "failed", counted: 1, delayMs: null };
      return { state: "waiting", counted: 1, delayMs: Math.max(delayMs, retryAfterMs ?? 0) };
    }
  }
}

/** The state of the webhook after an attempt: a success ends a pause, and a day without one turns it off. */
async function noteReceiver(
  tx: Db,
  webhook: OutgoingWebhookRow,
  { result, error, retryAfterMs }: RequestOutcome,
  now: Date,
): Promise<void> {
  if (result === "sent" || result === "refused") {
    if (webhook.failing_since !== null || webhook.failures > 0 || webhook.resume_at !== null)
      await updateOutgoingWebhook(tx, webhook.id, { failing_since: null, failures: 0, resume_at: null });
    return;
  }
  const failures = webhook.failures + 1;
  const pauseMs = Math.min(OUTBOX_DELAYS_MS[webhook.failures] ?? MAX_PAUSE_MS, MAX_PAUSE_MS);
  const since = webhook.failing_since ?? now;
  await updateOutgoingWebhook(tx, webhook.id, {
    failing_since: since,
    failures,
    resume_at: new Date(now.getTime() + (retryAfterMs ?? pauseMs)),
  });
  const isOver = result === "closed" || now.getTime() - since.getTime() >= MAX_FAILING_MS;
  if (!isOver || !webhook.is_enabled) return;
  const reason = result === "closed" && error ? error : message("outgoing.failed_for_a_day");
  await updateOutgoingWebhook(tx, webhook.id, { is_enabled: false, disabled_reason: serializeMessage(reason) });
  await noteDisabled(tx, webhook, now);
}

/** Those who may turn it on again are notified. */
async function noteDisabled(
  tx: Db,
  { id, label, company_id, project_id }: OutgoingWebhookRow,
  now: Date,
): Promise<void> {
  const users = project_id === null ? await listAdmins(tx, company_id) : await listSourceMaintainers(tx, project_id);
  await writeNotices(
    tx,
    users.map((userId) => ({
      userId,
      kind: "webhook_disabled",
      projectId: project_id,
      key: `webhook_disabled ${id} ${now.toISOString()}`,
      data: { webhook: label },
    })),
  );
}
