/** Periods of invoices: whole days in UTC, from the first day to the day after the last. */
import { DAY_MS } from "../../../contract/durations.ts";
import type { BillingPeriod } from "../../../contract/billing/invoices.ts";

const daysOfMonth = (year: number, month: number): number => new Date(Date.UTC(year, month + 1, 0)).getUTCDate();

/** The first day after a period. A month that begins on the 31st ends before the last day of a shorter month: 31 January to 27 February. */
export const periodEnd = (start: Date, period: BillingPeriod): Date => periodStart(start, period, 1);

/**
 * The first day of a period, counted from the first day of the first one: a month with fewer days does not move the periods after it.
 * @param number 0 for the first
 */
export function periodStart(first: Date, period: BillingPeriod, number: number): Date {
  const months = first.getUTCMonth() + number * (period === "monthly" ? 1 : 12);
  const year = first.getUTCFullYear() + Math.floor(months / 12);
  const month = months % 12;
  return new Date(Date.UTC(year, month, Math.min(first.getUTCDate(), daysOfMonth(year, month))));
}

export const daysBetween = (from: Date, to: Date): number => Math.round((to.getTime() - from.getTime()) / DAY_MS);
