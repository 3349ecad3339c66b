/**
 * Sums of an invoice in whole minor units (cents). A half cent is rounded away from zero, once per row; tax is computed once, on the sum of
 * the rows. Products are exact: they are computed as BigInt.
 */

/** A share in hundredths of a percent: 1250 is 12.5 %. */
export const WHOLE = 10_000;

export interface PercentDiscount {
  readonly kind: "percent";
  readonly name: string;
  readonly basisPoints: number;
}
export interface AmountDiscount {
  readonly kind: "amount";
  readonly name: string;
  readonly cents: number;
}
export type Discount = PercentDiscount | AmountDiscount;

/** What a discount takes off: `cents` is 0 or negative. */
export interface DiscountRow {
  readonly name: string;
  readonly cents: number;
}

/** `value * part / divisor`, rounded; a half away from zero. `divisor` is positive. */
export function share(value: number | bigint, part: number | bigint, divisor: number | bigint): number {
  const product = BigInt(value) * BigInt(part);
  const wide = BigInt(divisor);
  const size = product < 0n ? -product : product;
  const rounded = (2n * size + wide) / (2n * wide);
  return Number(product < 0n ? -rounded : rounded);
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * How several discounts combine: each percentage applies to what the ones before it leave, the largest first; then amounts are taken off,
 * the largest first, until nothing is left. The order in which they are given does not matter.
 * @param cents what is charged before discounts, 0 or more
 * @returns a row for each discount that takes something off
 */
export function applyDiscounts(cents: number, discounts: readonly Discount[]): DiscountRow[] {
  const percents = discounts
    .filter((discount) => discount.kind === "percent")
    .toSorted((a, b) => b.basisPoints - a.basisPoints || byText(a.name, b.name));
  const amounts = discounts
    .filter((discount) => discount.kind === "amount")
    .toSorted((a, b) => b.cents - a.cents || byText(a.name, b.name));
  const rows: DiscountRow[] = [];
  let remaining = cents;
  let factor = 1n;
  let scale = 1n;
  for (const { name, basisPoints } of percents) {
    factor *= BigInt(WHOLE - basisPoints);
    scale *= BigInt(WHOLE);
    // From the first sum each time: rounded sums that are multiplied again would add up their errors.
    const after = share(cents, factor, scale);
    rows.push({ name, cents: after - remaining });
    remaining = after;
  }
  for (const { name, cents: off } of amounts) {
    const taken = Math.min(off, remaining);
    rows.push({ name, cents: -taken });
    remaining -= taken;
  }
  return rows.flatMap((row) => (row.cents < 0 ? [row] : []));
}

export interface Totals {
  readonly net: number;
  readonly tax: number;
  readonly gross: number;
}

/** The sum of the rows, the tax on it, and both together. */
export function totalsOf(rows: readonly { readonly cents: number }[], taxBasisPoints: number): Totals {
  const net = rows.reduce((sum, { cents }) => sum + cents, 0);
  const tax = share(net, taxBasisPoints, WHOLE);
  return { net, tax, gross: net + tax };
}

/**
 * The part of a price for the rest of a period, by days. What was used is the remainder, so that both parts are the price.
 * @param daysLeft from the day of the change to the end of the period, at most `days`
 */
export function prorate(
  cents: number,
  daysLeft: number,
  days: number,
): { readonly used: number; readonly left: number } {
  const unused = share(cents, daysLeft, days);
  return { used: cents - unused, left: unused };
}
