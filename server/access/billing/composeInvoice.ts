/** The rows of an invoice, from prices, seats and discounts. */
import type { PLAN_NAMES } from "../../../contract/constants.ts";
import type { BillingPeriod, InvoiceContent, InvoiceRow } from "../../../contract/billing/invoices.ts";
import { applyDiscounts, prorate, totalsOf, type Discount } from "./amounts.ts";
import { daysBetween } from "./period.ts";

type Plan = (typeof PLAN_NAMES)[number];

export interface Price {
  readonly cents: number;
  readonly included_seats: number;
  readonly seat_cents: number;
}

export interface Charge {
  readonly plan: Plan;
  readonly period: BillingPeriod;
  readonly price: Price;
  /** Seats that were used. */
  readonly used: number;
  readonly discounts: readonly Discount[];
  /** A sum that the operator gives back, in cents; 0: none. */
  readonly credit: { readonly name: string; readonly cents: number };
}

/** The price of a plan with the seats beyond those included. */
function chargeRows({ plan, period, price, used }: Pick<Charge, "plan" | "period" | "price" | "used">): InvoiceRow[] {
  const more = Math.max(0, used - price.included_seats);
  const { included_seats: included, seat_cents: each } = price;
  return [
    { kind: "plan", plan, period, cents: price.cents },
    ...(more > 0 ? [{ kind: "seats" as const, seats: more, each, used, included, cents: more * each }] : []),
  ];
}

/** Plan, seats beyond those included, discounts, and a credit of at most what is left. */
export function invoiceRows(charge: Charge): InvoiceRow[] {
  const charged = chargeRows(charge);
  const before = charged.reduce((sum, { cents }) => sum + cents, 0);
  const discounts = applyDiscounts(before, charge.discounts);
  const discounted = discounts.reduce((sum, { cents }) => sum + cents, before);
  const credit = Math.min(charge.credit.cents, discounted);
  return [
    ...charged,
    ...discounts.map((row): InvoiceRow => ({ kind: "discount", ...row })),
    ...(credit > 0 ? [{ kind: "credit" as const, name: charge.credit.name, cents: -credit }] : []),
  ];
}

/**
 * The rows of a change of plan within a period that was invoiced: the rest of what was charged is given back, and the rest of the period is
 * charged at the price of the other plan, with its discounts.
 * @param charged the net sum of the invoice before
 * @param period its first day, and the day after its last
 * @param on the first day of the other plan
 */
export function changeRows(
  charged: number,
  from: Plan,
  to: Omit<Charge, "credit">,
  { start, end, on }: { readonly start: Date; readonly end: Date; readonly on: Date },
): InvoiceRow[] {
  const of = daysBetween(start, end);
  const days = daysBetween(on, end);
  const full = invoiceRows({ ...to, credit: { name: "", cents: 0 } }).reduce((sum, { cents }) => sum + cents, 0);
  return [
    { kind: "unused", plan: from, days, of, cents: -prorate(charged, days, of).left },
    { kind: "rest", plan: to.plan, days, of, cents: prorate(full, days, of).left },
  ];
}

/** A credit note: each row of an invoice with the other sign. */
export function creditOf(content: InvoiceContent, number: string): InvoiceContent {
  const rows = content.rows.map((row) => ({ ...row, cents: row.cents === 0 ? 0 : -row.cents }));
  return { ...content, rows, about: number, ...totalsOf(rows, content.tax_basis_points) };
}
