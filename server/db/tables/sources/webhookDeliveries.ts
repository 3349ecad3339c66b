/** What outgoing webhooks are sent: waiting events, and the log. */
import { type Insertable, type Selectable, sql } from "kysely";
import type { Provider } from "../../../../contract/constants.ts";
import { type DeliveryState, TEST_EVENT } from "../../../../contract/notices/outgoingEvents.ts";
import { insertRows } from "../../insertRows.ts";
import type { Db } from "../../openDb.ts";
import type { WebhookDeliveriesTable } from "../../schema/outgoingSchema.ts";

export type DeliveryRow = Selectable<WebhookDeliveriesTable>;

/** Stores deliveries. One whose event the webhook has already is skipped. */
export async function insertDeliveries(db: Db, rows: readonly Insertable<WebhookDeliveriesTable>[]): Promise<void> {
  await insertRows(db, "webhook_deliveries", rows, { onConflict: "ignore" });
}

/** The deliveries of a webhook that are due, the oldest first; none of one that was turned off meanwhile. */
export const listDueDeliveries = (db: Db, webhookId: string, now: Date, limit: number): Promise<DeliveryRow[]> =>
  db
    .selectFrom("webhook_deliveries")
    .selectAll()
    .where("webhook_id", "=", webhookId)
    .where("state", "=", "waiting")
    .where("next_attempt_at", "<=", now)
    .where((is) =>
      is.exists(
        is
          .selectFrom("outgoing_webhooks as webhook")
          .select("webhook.id")
          .where("webhook.id", "=", webhookId)
          .where("webhook.is_enabled", "=", true),
      ),
    )
    .orderBy("number")
    .limit(limit)
    .execute();

/** How many events a webhook was sent since this time, without tests, and when the first of them was. */
export async function countSentDeliveries(
  db: Db,
  webhookId: string,
  since: Date,
): Promise<{ readonly count: number; readonly first: Date | null }> {
  return db
    .selectFrom("webhook_deliveries")
    .select((is) => [
      is.fn.countAll<number>().$castTo<number>().as("count"),
      is.fn.min("attempted_at").$castTo<Date | null>().as("first"),
    ])
    .where("webhook_id", "=", webhookId)
    .where("state", "=", "sent")
    .where("event", "!=", TEST_EVENT)
    .where("attempted_at", ">", since)
    .executeTakeFirstOrThrow();
}

/** The log of a webhook, the newest first. */
export const listDeliveries = (
  db: Db,
  webhookId: string,
  {
    state,
    before,
    limit,
  }: {
    readonly state?: DeliveryState | undefined;
    readonly before: string | null;
    readonly limit: number;
  },
): Promise<DeliveryRow[]> =>
  db
    .selectFrom("webhook_deliveries")
    .selectAll()
    .where("webhook_id", "=", webhookId)
    .$if(state !== undefined, (query) => query.where("state", "=", state ?? "sent"))
    .$if(before !== null, (query) => query.where("number", "<", before ?? ""))
    .orderBy("number", "desc")
    .limit(limit)
    .execute();

export const findDelivery = (db: Db, webhookId: string, id: string): Promise<DeliveryRow | undefined> =>
  db
    .selectFrom("webhook_deliveries")
    .selectAll()
    .where("webhook_id", "=", webhookId)
    .where("id", "=", id)
    .executeTakeFirst();

/** These deliveries of a webhook, in the order in which they were stored. */
export const listDeliveriesByIds = (db: Db, webhookId: string, ids: readonly string[]): Promise<DeliveryRow[]> =>
  db
    .selectFrom("webhook_deliveries")
    .selectAll()
    .where("webhook_id", "=", webhookId)
    .where("id", "in", ["", ...ids])
    .orderBy("number")
    .execute();

/** The id of the webhook that a delivery is for. */
export async function findWebhookOfDelivery(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom("webhook_deliveries").select("webhook_id").where("id", "=", id).executeTakeFirst();
  return row?.webhook_id;
}

/** The outcome of an attempt. */
export interface DeliveryOutcome {
  readonly state: DeliveryState;
  /** 1 for an attempt that counts: one that the receiver postponed does not. */
  readonly counted: 0 | 1;
  readonly nextAttemptAt: Date | null;
  readonly attemptedAt: Date;
  readonly status: number | null;
  readonly durationMs: number | null;
  /** A serialized message. */
  readonly error: string | null;
  readonly response: string;
}

/** Notes one attempt for these deliveries. */
export async function updateDeliveries(db: Db, ids: readonly string[], outcome: DeliveryOutcome): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable("webhook_deliveries")
    .set((row) => ({
      state: outcome.state,
      attempts: row("attempts", "+", outcome.counted),
      ...(outcome.nextAttemptAt && { next_attempt_at: outcome.nextAttemptAt }),
      attempted_at: outcome.attemptedAt,
      status: outcome.status,
      duration_ms: outcome.durationMs,
      error: outcome.error,
      response: outcome.response,
    }))
    .where("id", "=", (is) => is.fn.any(is.val([...ids])))
    .execute();
}

/** A delivery waits again, as if it had not been tried. @returns whether there is one that does not wait already */
export async function updateDeliveryWaiting(db: Db, webhookId: string, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("webhook_deliveries")
    .set({ state: "waiting", attempts: 0, next_attempt_at: now })
    .where("webhook_id", "=", webhookId)
    .where("id", "=", id)
    .where("state", "!=", "waiting")
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** What waits for a webhook is due now, however often it was tried. */
export async function updateWaitingDue(db: Db, webhookId: string, now: Date): Promise<void> {
  await db
    .updateTable("webhook_deliveries")
    .set({ next_attempt_at: now })
    .where("webhook_id", "=", webhookId)
    .where("state", "=", "waiting")
    .where("next_attempt_at", ">", now)
    .execute();
}

export async function deleteDeliveriesBefore(db: Db, at: Date): Promise<void> {
  await db.deleteFrom("webhook_deliveries").where("occurred_at", "<", at).execute();
}

/** What a delivery reports, with the titles that may be shown now. Fields are null where the subject is gone or restricted. */
export interface DeliveredSubject {
  readonly id: string;
  readonly slug: string | null;
  readonly project_name: string | null;
  /** False: it is about something that is not there for members any more. */
  readonly is_there: boolean;
  readonly key: string | null;
  readonly title: string | null;
  readonly state: string | null;
  readonly author: string | null;
  readonly source_url: string | null;
  readonly source_kind: "repository" | "tracker" | "wiki" | null;
  /** The provider of the tracker of an issue. */
  readonly tracker: Provider | null;
}

/** The subjects of these deliveries. What a host restricts has no row in the tables that are joined. */
export async function listDeliveredSubjects(db: Db, ids: readonly string[]): Promise<DeliveredSubject[]> {
  const { rows } = await sql<DeliveredSubject>`
    select d.id, p.slug, p.name as project_name,
      case d.subject_kind
        when 'issue' then i.id is not null when 'request' then r.id is not null when 'source' then s.id is not null
        when 'search' then q.id is not null when 'backtest' then b.id is not null else true end as is_there,
      coalesce(i.key, r.key) as key, coalesce(i.title, r.title, s.name, q.name) as title,
      coalesce(i.state, r.state, b.state) as state, a.name as author, coalesce(i.url, r.url) as source_url, s.kind as source_kind,
      (select t.provider from sources t where t.id = i.source_id) as tracker
    from webhook_deliveries d
    left join projects p on p.id = d.project_id
    left join issues i on d.subject_kind = 'issue' and i.id = d.subject_id and i.project_id = d.project_id
    left join change_requests r on d.subject_kind = 'request' and r.id = d.subject_id and r.project_id = d.project_id
    left join accounts a on a.id = coalesce(i.author_id, r.author_id)
    left join sources s on d.subject_kind = 'source' and s.id = d.subject_id and s.project_id = d.project_id
    left join saved_searches q on d.subject_kind = 'search' and q.id = d.subject_id and q.is_shared
      and (q.project_id = d.project_id or q.company_id = p.company_id)
    left join backtests b on d.subject_kind = 'backtest' and b.id = d.subject_id and b.project_id = d.project_id
    where d.id = any(${[...ids]}) order by d.number`.execute(db);
  return rows;
}
