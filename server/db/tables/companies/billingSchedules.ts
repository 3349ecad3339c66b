/** Invoices on a schedule, and the drafts of which they are made. */
import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import type { BillingSchedulesTable, InvoiceDraftsTable } from "../../schema/billingSchema.ts";
import type { Db } from "../../openDb.ts";

export type ScheduleRow = Selectable<BillingSchedulesTable>;
export type DraftRow = Selectable<InvoiceDraftsTable>;

/** With the names of the companies, by name. */
export const listSchedules = (db: Db): Promise<(ScheduleRow & { readonly name: string })[]> =>
  db
    .selectFrom("billing_schedules")
    .innerJoin("companies", "companies.id", "billing_schedules.company_id")
    .selectAll("billing_schedules")
    .select("companies.name")
    .orderBy("companies.name")
    .orderBy("companies.id")
    .execute();

export const findSchedule = (db: Db, companyId: string): Promise<ScheduleRow | undefined> =>
  db.selectFrom("billing_schedules").selectAll().where("company_id", "=", companyId).executeTakeFirst();

/** Companies with a period that has ended. */
export async function listDueSchedules(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom("billing_schedules")
    .select("company_id")
    .where("period_end", "<=", now)
    .orderBy("period_end")
    .execute();
  return rows.map(({ company_id: id }) => id);
}

export async function saveSchedule(db: Db, schedule: Insertable<BillingSchedulesTable>): Promise<void> {
  const { company_id: _, ...values } = schedule;
  await db
    .insertInto("billing_schedules")
    .values(schedule)
    .onConflict((conflict) => conflict.column("company_id").doUpdateSet(values))
    .execute();
}

export async function updateSchedule(
  db: Db,
  companyId: string,
  values: Updateable<BillingSchedulesTable>,
): Promise<void> {
  await db.updateTable("billing_schedules").set(values).where("company_id", "=", companyId).execute();
}

/** @returns false when the company has none */
export async function deleteSchedule(db: Db, companyId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("billing_schedules")
    .where("company_id", "=", companyId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** @throws DatabaseError of the constraint invoice_drafts_period_unique */
export async function insertDraft(db: Db, draft: Insertable<InvoiceDraftsTable>): Promise<void> {
  await db.insertInto("invoice_drafts").values(draft).execute();
}

/** With the names of the companies, the oldest first. @param companyId undefined: of all companies */
export const listDrafts = (db: Db, companyId?: string): Promise<(DraftRow & { readonly name: string })[]> =>
  db
    .selectFrom("invoice_drafts")
    .innerJoin("companies", "companies.id", "invoice_drafts.company_id")
    .selectAll("invoice_drafts")
    .select("companies.name")
    .$if(companyId !== undefined, (query) => query.where("invoice_drafts.company_id", "=", companyId ?? ""))
    .orderBy("invoice_drafts.created_at")
    .orderBy("invoice_drafts.id")
    .execute();

export const findDraft = (db: Db, companyId: string, periodStart: Date): Promise<DraftRow | undefined> =>
  db
    .selectFrom("invoice_drafts")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("period_start", "=", periodStart)
    .executeTakeFirst();

/** Drafts that are to be issued now. */
export const listDueDrafts = (db: Db, now: Date): Promise<Pick<DraftRow, "company_id" | "period_start">[]> =>
  db
    .selectFrom("invoice_drafts")
    .select(["company_id", "period_start"])
    .where("issue_at", "<=", now)
    .orderBy("issue_at")
    .orderBy("id")
    .execute();

export async function updateDraft(db: Db, id: string, values: Updateable<InvoiceDraftsTable>): Promise<void> {
  await db.updateTable("invoice_drafts").set(values).where("id", "=", id).execute();
}

/** @returns false when the company has no draft of the period */
export async function deleteDraft(db: Db, companyId: string, periodStart: Date): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("invoice_drafts")
    .where("company_id", "=", companyId)
    .where("period_start", "=", periodStart)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** An invoice that is not void and has a day of a period, `to` being the day after its last. */
export const findInvoiceWithin = (db: Db, companyId: string, from: Date, to: Date) =>
  db
    .selectFrom("invoices")
    .select(["number", "period_start", "content"])
    .where("company_id", "=", companyId)
    .where("kind", "=", "invoice")
    .where("status", "<>", "void")
    .where("period_start", "is not", null)
    .where("period_start", "<", to)
    .where(sql<boolean>`(content ->> 'to')::date >= ${from.toISOString().slice(0, 10)}::date`)
    .orderBy("period_start")
    .executeTakeFirst();
