import { MINUTE_MS, SECOND_MS } from "../../../contract/durations.ts";
import { WakeLoop, withTimeout } from "../../concurrency.ts";
import type { OpenDb } from "../../db/openedDb.ts";
import {
  type OutgoingWebhookRow,
  leaseDueWebhook,
  updateOutgoingWebhook,
} from "../../db/tables/notices/outgoingWebhooks.ts";
import { type DeliveryRow, countSentDeliveries, listDueDeliveries } from "../../db/tables/sources/webhookDeliveries.ts";
import { OUTGOING_CHANNEL } from "../../events/writeOutgoing.ts";
import { isBundle } from "./chatMessages.ts";
import { type DeliverDeps, deliver } from "./deliver.ts";

const POLL_INTERVAL_MS = 5 * SECOND_MS;
const STOP_TIMEOUT_MS = 3 * SECOND_MS;
/** Longer than a turn and its last request together. */
const LEASE_MS = MINUTE_MS;
/** A turn of one webhook begins no request after this time. */
const TURN_MS = 20 * SECOND_MS;
/** Pause of a webhook after a fault of this server, such as a secret that cannot be opened. */
const FAULT_PAUSE_MS = MINUTE_MS;
/** Requests of one turn, so that others have theirs. */
const TURN_REQUESTS = 50;
/** Time in which a chat gets a message for each burst of events, but not more than one message can list: the others wait for its end. */
const CHAT_WINDOW_MS = 5 * MINUTE_MS;
/** Events that one message counts. */
const MAX_COUNTED_EVENTS = 10_000;
/** Webhooks that one process sends to at the same time: in all, of one host, of one company, and of those whose last attempt failed. */
const LIMITS = { turns: 8, perOrigin: 2, perCompany: 4, failing: 3 };

export interface WebhookSenderOptions extends Omit<DeliverDeps, "db"> {
  readonly database: Pick<OpenDb, "db" | "listen">;
  readonly onError: (error: unknown, about: { readonly webhook?: string }) => void;
}

/**
 * Sends what waits for outgoing webhooks. A webhook is served by one process at a time, in turns: a receiver that is slow or gone holds one of
 * several places for the time of one request, and then pauses.
 */
export class WebhookSender {
  readonly #options: WebhookSenderOptions;
  readonly #turns = new Map<Promise<void>, OutgoingWebhookRow>();
  readonly #loop: WakeLoop;

  constructor(options: WebhookSenderOptions) {
    this.#options = options;
    this.#loop = new WakeLoop({
      run: () => this.#fill(),
      listen: (wake) => options.database.listen(OUTGOING_CHANNEL, wake, wake),
      intervalMs: POLL_INTERVAL_MS,
      onError: (error) => options.onError(error, {}),
    });
  }

  async start(): Promise<void> {
    await this.#loop.start();
    this.#loop.wake();
  }

  /** Waits a moment for what is being sent. What is not noted by then is sent again after its lease. */
  async stop(): Promise<void> {
    const stopping = this.#loop.stop();
    await withTimeout(Promise.all([stopping, ...this.#turns.keys()]), STOP_TIMEOUT_MS);
  }

  /** Sends all that is due now, and waits for it. */
  async run(): Promise<void> {
    this.#loop.wake();
    while (this.#loop.running || this.#turns.size > 0) await Promise.all([this.#loop.running, ...this.#turns.keys()]);
  }

  /** Begins turns while something is due and slots are free. */
  async #fill(): Promise<void> {
    while (!this.#loop.isStopped && this.#turns.size < LIMITS.turns) {
      const webhook = await this.#lease();
      if (!webhook) return;
      const turn: Promise<void> = this.#serve(webhook)
        .catch((error: unknown) => this.#options.onError(error, { webhook: webhook.id }))
        .finally(() => {
          this.#turns.delete(turn);
          this.#loop.wake();
        });
      this.#turns.set(turn, webhook);
    }
  }

  #lease(): Promise<OutgoingWebhookRow | undefined> {
    const now = this.#now();
    const running = [...this.#turns.values()];
    const atLimit = (keys: readonly string[], limit: number): string[] =>
      [...new Set(keys)].filter((key) => keys.filter((other) => other === key).length >= limit);
    return leaseDueWebhook(this.#options.database.db, {
      now,
      leaseUntil: new Date(now.getTime() + LEASE_MS),
      busyOrigins: atLimit(
        running.map(({ origin }) => origin),
        LIMITS.perOrigin,
      ),
      busyCompanies: atLimit(
        running.map(({ company_id }) => company_id),
        LIMITS.perCompany,
      ),
      takesFailing: running.filter(({ failing_since: since }) => since !== null).length < LIMITS.failing,
    });
  }

  #now(): Date {
    return this.#options.now?.() ?? new Date();
  }

  /** One turn: until nothing is due, the time is over, or a request fails. */
  async #serve(webhook: OutgoingWebhookRow): Promise<void> {
    const { db } = this.#options.database;
    const until = performance.now() + TURN_MS;
    const batchSize = webhook.kind === "webhook" ? 1 : MAX_COUNTED_EVENTS;
    let heldUntil: Date | null = null;
    let pauseMs: number | undefined = FAULT_PAUSE_MS;
    try {
      for (let requests = 0; requests < TURN_REQUESTS && !this.#loop.isStopped; requests += 1) {
        const rows = await listDueDeliveries(db, webhook.id, this.#now(), batchSize);
        if (rows.length === 0) break;
        heldUntil = await this.#heldUntil(webhook, rows);
        if (heldUntil) break;
        const delivered = await deliver({ ...this.#options, db }, webhook, rows);
        if (delivered && delivered.result !== "sent" && delivered.result !== "refused") break;
        if (performance.now() > until) break;
      }
      pauseMs = undefined;
    } finally {
      const now = this.#now();
      await updateOutgoingWebhook(db, webhook.id, {
        leased_until: null,
        served_at: now,
        ...(heldUntil && { resume_at: heldUntil }),
        ...(pauseMs !== undefined && { resume_at: new Date(now.getTime() + pauseMs) }),
      });
    }
  }

  /**
   * When a chat gets these events: null for now. What was sent within the window and these may be more than a message lists, as in an import;
   * then they wait, so that one message counts them.
   */
  async #heldUntil({ id, kind }: OutgoingWebhookRow, rows: readonly DeliveryRow[]): Promise<Date | null> {
    if (kind === "webhook") return null;
    const since = new Date(this.#now().getTime() - CHAT_WINDOW_MS);
    const { count, first } = await countSentDeliveries(this.#options.database.db, id, since);
    if (first === null || !isBundle(Number(count) + rows.length)) return null;
    return new Date(first.getTime() + CHAT_WINDOW_MS);
  }
}
