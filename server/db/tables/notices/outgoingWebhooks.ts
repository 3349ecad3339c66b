/** Outgoing webhooks of projects and companies. */
import { type Insertable, type Selectable, type Updateable, sql } from "kysely";
import type { AppKind } from "../../../../contract/notices/outgoingEvents.ts";
import type { OutgoingWebhooksTable } from "../../schema/outgoingSchema.ts";
import type { Db } from "../../openDb.ts";

export type OutgoingWebhookRow = Selectable<OutgoingWebhooksTable>;

/** Whose webhooks: a project's, or with null those of the company itself. */
export interface WebhookOwner {
  readonly companyId: string;
  readonly projectId: string | null;
}

/** A webhook with what waits for it. */
export type ListedWebhook = OutgoingWebhookRow & { readonly waiting: number };

const listed = (db: Db) =>
  db
    .selectFrom("outgoing_webhooks")
    .selectAll("outgoing_webhooks")
    .select((is) =>
      is
        .selectFrom("webhook_deliveries as d")
        .select((d) => d.cast<number>(d.fn.countAll(), "integer").as("n"))
        .whereRef("d.webhook_id", "=", "outgoing_webhooks.id")
        .where("d.state", "=", "waiting")
        .as("counted"),
    );

const withCount = <Row extends { counted: number | null }>({ counted, ...row }: Row) => ({
  ...row,
  waiting: counted ?? 0,
});

export async function listOutgoingWebhooks(db: Db, { companyId, projectId }: WebhookOwner): Promise<ListedWebhook[]> {
  const rows = await listed(db)
    .where("company_id", "=", companyId)
    .where("project_id", projectId === null ? "is" : "=", projectId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map(withCount);
}

export async function findOutgoingWebhook(db: Db, id: string): Promise<ListedWebhook | undefined> {
  const row = await listed(db).where("outgoing_webhooks.id", "=", id).executeTakeFirst();
  return row && withCount(row);
}

/** Locks the row until the transaction ends. Events can be stored for it meanwhile: they refer to its key alone. */
export async function lockOutgoingWebhook(tx: Db, id: string): Promise<OutgoingWebhookRow | undefined> {
  return tx.selectFrom("outgoing_webhooks").selectAll().where("id", "=", id).forNoKeyUpdate().executeTakeFirst();
}

export async function insertOutgoingWebhook(db: Db, row: Insertable<OutgoingWebhooksTable>): Promise<void> {
  await db.insertInto("outgoing_webhooks").values(row).execute();
}

export async function updateOutgoingWebhook(
  db: Db,
  id: string,
  change: Updateable<OutgoingWebhooksTable>,
): Promise<void> {
  await db.updateTable("outgoing_webhooks").set(change).where("id", "=", id).execute();
}

/** Deletes a webhook with its log. */
export async function deleteOutgoingWebhook(db: Db, id: string): Promise<void> {
  await db.deleteFrom("outgoing_webhooks").where("id", "=", id).execute();
}

/**
 * The enabled webhooks that get events of a project, or of its company, with the events that each has chosen. Until the end of the transaction
 * none of them is deleted: a delivery of one that is gone would fail, and with it what caused the event.
 */
export const listSubscribers = (
  db: Db,
  of: { readonly projectId: string } | { readonly companyId: string },
): Promise<Pick<OutgoingWebhookRow, "id" | "kind" | "events">[]> =>
  db
    .selectFrom("outgoing_webhooks")
    .select(["id", "kind", "events"])
    .where("is_enabled", "=", true)
    .$if("projectId" in of, (query) => query.where("project_id", "=", "projectId" in of ? of.projectId : ""))
    .$if("companyId" in of, (query) =>
      query.where("company_id", "=", "companyId" in of ? of.companyId : "").where("project_id", "is", null),
    )
    .forKeyShare()
    .execute();

/** What a process sends to at this moment, and what it therefore leaves to others. */
export interface LeaseLimits {
  readonly now: Date;
  readonly leaseUntil: Date;
  readonly busyOrigins: readonly string[];
  readonly busyCompanies: readonly string[];
  /** Whether one whose last attempt failed may be taken. */
  readonly takesFailing: boolean;
}

/**
 * Takes the enabled webhook that has waited longest since it was served, of those for which something is due. Another process may take it after
 * the lease.
 */
export async function leaseDueWebhook(
  db: Db,
  { now, leaseUntil, busyOrigins, busyCompanies, takesFailing }: LeaseLimits,
): Promise<OutgoingWebhookRow | undefined> {
  const at = now.toISOString();
  const { rows } = await sql<{ id: string }>`
    update outgoing_webhooks set leased_until = ${leaseUntil.toISOString()}::timestamptz where id = (
      select w.id from outgoing_webhooks w
      where w.is_enabled and (w.leased_until is null or w.leased_until <= ${at}::timestamptz)
        and (w.resume_at is null or w.resume_at <= ${at}::timestamptz)
        and not (w.origin = any(${[...busyOrigins]}::text[])) and not (w.company_id = any(${[...busyCompanies]}::text[]))
        and (${takesFailing}::boolean or w.failing_since is null)
        and exists (
          select 1 from webhook_deliveries d
          where d.webhook_id = w.id and d.state = 'waiting' and d.next_attempt_at <= ${at}::timestamptz
        )
      order by w.served_at nulls first, w.id limit 1 for no key update of w skip locked
    ) returning id`.execute(db);
  const id = rows[0]?.id;
  if (id === undefined) return undefined;
  return db.selectFrom("outgoing_webhooks").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Ends the pauses of the webhooks by which an app of a company posts. */
export async function updateAppWebhooksResumed(db: Db, kind: AppKind, companyId: string): Promise<void> {
  await db
    .updateTable("outgoing_webhooks")
    .set({ resume_at: null })
    .where("company_id", "=", companyId)
    .where("kind", "=", kind)
    .execute();
}
