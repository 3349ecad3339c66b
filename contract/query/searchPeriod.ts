import { DAY_MS } from "../durations.ts";
import { readDate } from "./searchFilters.ts";

/**
 * The time that a date in a query covers, in milliseconds, `to` excluded: the whole year, month or day; `7d` and the like from then on.
 * Null where `readDate` reads no date.
 */
export function readPeriod(text: string, now: number): { readonly from: number; readonly to: number } | null {
  const from = readDate(text, now);
  if (from === null) return null;
  const lower = text.toLowerCase();
  if (/^\d+[dwmy]$/.test(lower)) return { from, to: Infinity };
  const [year = 0, month] = lower.split("-").map(Number);
  if (/^\d{4}$/.test(lower)) return { from, to: Date.UTC(year + 1, 0, 1) };
  if (/^\d{4}-\d{2}$/.test(lower)) return { from, to: Date.UTC(year, month ?? 1, 1) };
  return { from, to: from + DAY_MS };
}
