/** What the operator charges and to whom: the seller, prices, and the addresses of companies. */
import type { Insertable, Selectable } from "kysely";
import type { BillingBuyersTable, BillingPricesTable, BillingSellerTable } from "../../schema/billingSchema.ts";
import type { Db } from "../../openDb.ts";

export type SellerRow = Selectable<BillingSellerTable>;

export const findSeller = (db: Db): Promise<SellerRow | undefined> =>
  db.selectFrom("billing_seller").selectAll().executeTakeFirst();

/** Stores the seller; the last number stays. */
export async function saveSeller(db: Db, seller: Omit<SellerRow, "id" | "last_number">): Promise<void> {
  await db
    .insertInto("billing_seller")
    .values({ id: 1, ...seller })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(seller))
    .execute();
}

/**
 * The next number. The row is locked until the transaction ends, so that numbers are given one after the other, and the number of a
 * transaction that fails is given again.
 * @throws NoResultError when there is no seller
 */
export async function takeInvoiceNumber(transaction: Db): Promise<number> {
  const { last_number } = await transaction
    .updateTable("billing_seller")
    .set((is) => ({ last_number: is("last_number", "+", 1) }))
    .returning("last_number")
    .executeTakeFirstOrThrow();
  return last_number;
}

/** By plan and period. */
export const listPrices = (db: Db): Promise<Selectable<BillingPricesTable>[]> =>
  db.selectFrom("billing_prices").selectAll().orderBy("plan").orderBy("period").execute();

export const findPrice = (
  db: Db,
  plan: BillingPricesTable["plan"],
  period: BillingPricesTable["period"],
): Promise<Selectable<BillingPricesTable> | undefined> =>
  db.selectFrom("billing_prices").selectAll().where("plan", "=", plan).where("period", "=", period).executeTakeFirst();

export async function savePrice(db: Db, price: Insertable<BillingPricesTable>): Promise<void> {
  const { plan: _, period: __, ...values } = price;
  await db
    .insertInto("billing_prices")
    .values(price)
    .onConflict((conflict) => conflict.columns(["plan", "period"]).doUpdateSet(values))
    .execute();
}

export const findBuyer = (db: Db, companyId: string): Promise<Selectable<BillingBuyersTable> | undefined> =>
  db.selectFrom("billing_buyers").selectAll().where("company_id", "=", companyId).executeTakeFirst();

export async function saveBuyer(db: Db, buyer: Insertable<BillingBuyersTable>): Promise<void> {
  const { company_id: _, ...values } = buyer;
  await db
    .insertInto("billing_buyers")
    .values(buyer)
    .onConflict((conflict) => conflict.column("company_id").doUpdateSet(values))
    .execute();
}
