/** Sums of invoices, in whole cents. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { applyDiscounts, prorate, share, totalsOf, type Discount } from "../../../server/access/billing/amounts.ts";
import { daysBetween, periodEnd } from "../../../server/access/billing/period.ts";

const cents = fc.integer({ min: 0, max: 1_000_000_000_00 });
const name = fc.string({ minLength: 1, maxLength: 8 });
const discount: fc.Arbitrary<Discount> = fc.oneof(
  fc.record({ kind: fc.constant("percent" as const), name, basisPoints: fc.integer({ min: 1, max: 10_000 }) }),
  fc.record({ kind: fc.constant("amount" as const), name, cents: fc.integer({ min: 1, max: 100_000_00 }) }),
);
const sum = (rows: readonly { cents: number }[]): number => rows.reduce((total, row) => total + row.cents, 0);

test("a half cent is rounded away from zero", () => {
  expect([share(1, 1, 2), share(-1, 1, 2), share(3, 1, 2), share(1, 49, 100)]).toEqual([1, -1, 2, 0]);
});

test("percentages apply one after the other, the largest first, and then amounts are taken off", () => {
  const rows = applyDiscounts(100_00, [
    { kind: "amount", name: "Voucher", cents: 10_00 },
    { kind: "percent", name: "Early", basisPoints: 1000 },
    { kind: "percent", name: "Charity", basisPoints: 5000 },
  ]);
  expect(rows).toEqual([
    { name: "Charity", cents: -50_00 },
    { name: "Early", cents: -5_00 },
    { name: "Voucher", cents: -10_00 },
  ]);
});

test("discounts are whole cents, take off no more than there is, and do not depend on their order", () => {
  fc.assert(
    fc.property(cents, fc.array(discount, { maxLength: 6 }), (before, discounts) => {
      const rows = applyDiscounts(before, discounts);
      const after = before + sum(rows);
      expect(rows.every((row) => Number.isSafeInteger(row.cents) && row.cents < 0)).toBe(true);
      expect(after).toBeGreaterThanOrEqual(0);
      expect(sum(applyDiscounts(before, discounts.toReversed()))).toBe(sum(rows));
      expect(before + sum(applyDiscounts(before, [...discounts, { kind: "amount", name: "more", cents: 1 }]))).toBe(
        Math.max(0, after - 1),
      );
    }),
  );
});

test("percentages together are off by at most half a cent", () => {
  fc.assert(
    fc.property(cents, fc.array(fc.integer({ min: 1, max: 10_000 }), { maxLength: 4 }), (before, all) => {
      const rows = applyDiscounts(
        before,
        all.map((basisPoints, at) => ({ kind: "percent", name: String(at), basisPoints })),
      );
      // Twice the error, as a fraction with the denominator 10000^n: exact.
      const kept = all.reduce((product, one) => product * BigInt(10_000 - one), BigInt(before));
      const whole = 10_000n ** BigInt(all.length);
      const error = 2n * (BigInt(before + sum(rows)) * whole - kept);
      expect(error <= whole && error >= -whole).toBe(true);
    }),
  );
});

test("totals are the sum of the rows and the tax on it", () => {
  expect(totalsOf([{ cents: 10_05 }, { cents: -5 }], 2000)).toEqual({ net: 10_00, tax: 2_00, gross: 12_00 });
  fc.assert(
    fc.property(fc.array(cents), fc.integer({ min: 0, max: 10_000 }), (all, rate) => {
      const rows = all.map((one) => ({ cents: one }));
      const { net, tax, gross } = totalsOf(rows, rate);
      expect([net, gross]).toEqual([sum(rows), net + tax]);
      // A credit note takes back exactly what the invoice charged.
      expect(
        totalsOf(
          all.map((one) => ({ cents: -one })),
          rate,
        ).gross,
      ).toBe(gross === 0 ? 0 : -gross);
    }),
  );
});

test("what was used of a period and what is left are the price", () => {
  expect(prorate(100_00, 10, 31)).toEqual({ used: 67_74, left: 32_26 });
  fc.assert(
    fc.property(cents, fc.integer({ min: 1, max: 366 }), fc.integer({ min: 0, max: 366 }), (price, days, n) => {
      const daysLeft = Math.min(n, days);
      const { used, left } = prorate(price, daysLeft, days);
      expect(used + left).toBe(price);
      expect(Math.min(used, left)).toBeGreaterThanOrEqual(0);
      expect(prorate(price, days, days).used).toBe(0);
    }),
  );
});

test("periods end on the same day of the next month or year, or on the last day of a shorter month", () => {
  const end = (day: string, period: "monthly" | "yearly") =>
    periodEnd(new Date(`${day}T00:00:00Z`), period)
      .toISOString()
      .slice(0, 10);
  expect(end("2026-12-01", "monthly")).toBe("2027-01-01");
  expect(end("2026-01-31", "monthly")).toBe("2026-02-28");
  expect(end("2024-02-29", "yearly")).toBe("2025-02-28");
  expect(daysBetween(new Date("2026-12-01"), new Date("2027-01-01"))).toBe(31);
});
