/** Discounts and invoices of companies. */
import { type Insertable, type Selectable, sql } from "kysely";
import type { Db } from "../../openDb.ts";
import type { DiscountsTable, InvoicesTable } from "../../schema/billingSchema.ts";

/** By name. */
export const listDiscounts = (db: Db, companyId: string): Promise<Selectable<DiscountsTable>[]> =>
  db.selectFrom("discounts").selectAll().where("company_id", "=", companyId).orderBy("name").execute();

/** Discounts that have begun and have not ended, by name. */
export const listCurrentDiscounts = (db: Db, companyId: string, now: Date): Promise<Selectable<DiscountsTable>[]> =>
  db
    .selectFrom("discounts")
    .selectAll()
    .where("company_id", "=", companyId)
    .where((is) => is.or([is("ends_at", "is", null), is("ends_at", ">", now)]))
    .where((is) => is.or([is("starts_at", "is", null), is("starts_at", "<=", now)]))
    .orderBy("name")
    .execute();

export async function insertDiscount(db: Db, discount: Insertable<DiscountsTable>): Promise<void> {
  await db.insertInto("discounts").values(discount).execute();
}

/** @returns false when the company has no such discount */
export async function deleteDiscount(db: Db, companyId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("discounts")
    .where("id", "=", id)
    .where("company_id", "=", companyId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Newest first. */
export const listInvoices = (db: Db, companyId: string): Promise<Selectable<InvoicesTable>[]> =>
  db.selectFrom("invoices").selectAll().where("company_id", "=", companyId).orderBy("issued_at", "desc").execute();

export const findInvoiceByNumber = (
  db: Db,
  companyId: string,
  number: string,
): Promise<Selectable<InvoicesTable> | undefined> =>
  db
    .selectFrom("invoices")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("number", "=", number)
    .executeTakeFirst();

export const findInvoiceById = (
  db: Db,
  companyId: string,
  id: string,
): Promise<Selectable<InvoicesTable> | undefined> =>
  db.selectFrom("invoices").selectAll().where("company_id", "=", companyId).where("id", "=", id).executeTakeFirst();

/** The change of plan within the period of an invoice that was issued and not taken back. */
export const findPlanChange = (
  db: Db,
  companyId: string,
  number: string,
): Promise<Pick<Selectable<InvoicesTable>, "number"> | undefined> =>
  db
    .selectFrom("invoices")
    .select("number")
    .where("company_id", "=", companyId)
    .where("credits", "is", null)
    .where("status", "<>", "void")
    .where(sql<string>`content ->> 'about'`, "=", number)
    .executeTakeFirst();

/** @throws DatabaseError of the constraint invoices_number_unique, invoices_period_unique or invoices_credits_unique */
export async function insertInvoice(db: Db, invoice: Insertable<InvoicesTable>): Promise<void> {
  await db.insertInto("invoices").values(invoice).execute();
}

/** @returns false when the company has no such invoice */
export async function updateInvoiceStatus(
  db: Db,
  companyId: string,
  number: string,
  status: InvoicesTable["status"],
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("invoices")
    .set({ status })
    .where("company_id", "=", companyId)
    .where("number", "=", number)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
