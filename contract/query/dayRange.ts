import { readDate } from "./searchFilters.ts";

/** Days of the calendar, both ends included; null: no end. Free of zod, as the query language is. */
export interface DayRange {
  readonly from: string | null;
  readonly to: string | null;
}

/** Letters of the longest range. */
export const DAY_RANGE_LENGTH = "2026-09-05..2026-11-27".length;

// Years of four digits that every database stores.
const DAY = /^[12]\d{3}-\d{2}-\d{2}$/;

/** Reads `2026-09-05..2026-11-27`, `2026-09-05..`, `..2026-11-27`, and `2026-09-05` for one day; null for other texts. */
export function readDayRange(text: string): DayRange | null {
  const [first = "", last = first, ...rest] = text.split("..");
  const days = [first, last].filter((day) => day !== "");
  if (rest.length > 0 || days.length === 0 || !days.every(isDay) || (last !== "" && first > last)) return null;
  return { from: first || null, to: last || null };
}

const isDay = (text: string): boolean => DAY.test(text) && readDate(text, 0) !== null;
