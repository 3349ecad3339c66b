/** Times of exports, in the forms that trackers and spreadsheets write. A time without an offset is UTC. */
import type { DayOrder } from "../sources/importRules.ts";

const MONTHS = [
  ["jan", "oca"],
  ["feb", "şub", "sub"],
  ["mar"],
  ["apr", "nis"],
  ["may"],
  ["jun", "haz"],
  ["jul", "tem"],
  ["aug", "ağu", "agu"],
  ["sep", "eyl"],
  ["oct", "eki"],
  ["nov", "kas"],
  ["dec", "ara"],
];
const monthOf = (name: string): number => {
  // The lower case of İ is an i with a dot above.
  const start = name.toLowerCase().replaceAll("\u0307", "").slice(0, 3);
  return MONTHS.findIndex((names) => names.includes(start)) + 1;
};

const CLOCK =
  /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*([AP]M)?\s*(?:(Z|UTC|GMT)?\s*([+-]\d{2}:?\d{2})?)?(?:\s*\([^)]*\))?$/i;
const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ,]+(.+))?$/;
const NUMERIC = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?:[T ,]+(.+))?$/;
const DAY_AND_NAME = /^(?:\p{L}{2,9}\.?,?\s+)?(\d{1,2})[ /.-]+(\p{L}{3,12})\.?[ /.,-]+(\d{4}|\d{2})(?:[ ,]+(.+))?$/u;
const NAME_AND_DAY = /^(?:\p{L}{2,9}\.?,?\s+)?(\p{L}{3,12})\.? (\d{1,2}),? (\d{4})(?:[ ,]+(.+))?$/u;
const UNIX = /^\d{10}(?:\d{3})?$/;

/** No form of a time is longer; the patterns would take minutes for a cell of many blanks. */
export const MAX_DATE_CHARS = 80;

const YEAR_MS = 365.25 * 24 * 3600 * 1000;
/** The contract takes times from 1970 to 2100. */
const LATEST_MS = 130 * YEAR_MS;

/** What a text can be: a time, one of two times, or none. */
export type ReadDate =
  | { readonly kind: "time"; readonly at: string }
  | { readonly kind: "either"; readonly dayFirst: string; readonly monthFirst: string }
  | { readonly kind: "only"; readonly order: DayOrder; readonly at: string }
  | { readonly kind: "none" };

const NONE: ReadDate = { kind: "none" };

function at(year: number, month: number, day: number, clock: string | undefined): string | null {
  const time = clock === undefined ? null : CLOCK.exec(clock.trim());
  if (clock !== undefined && !time) return null;
  const [, hours = "0", minutes = "0", seconds = "0", half, , offset] = time ?? [];
  if (half !== undefined && (Number(hours) < 1 || Number(hours) > 12)) return null;
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half.toUpperCase() === "PM" ? 12 : 0);
  if (hour > 23 || Number(minutes) > 59 || Number(seconds) > 60) return null;
  const ms = Date.UTC(year, month - 1, day, hour, Number(minutes), Number(seconds));
  const parsedDate = new Date(ms);
  // The 31st of a month with 30 days would be the first of the next.
  if (parsedDate.getUTCMonth() !== month - 1 || parsedDate.getUTCDate() !== day) return null;
  const sign = offset?.startsWith("-") ? -1 : 1;
  const [offsetHours = 0, offsetMinutes = 0] = (offset?.slice(1).replace(":", "").match(/\d{2}/g) ?? []).map(Number);
  const utc = ms - sign * (offsetHours * 60 + offsetMinutes) * 60_000;
  return utc < 0 || utc > LATEST_MS ? null : new Date(utc).toISOString();
}

const timeOf = (text: string | null): ReadDate => (text === null ? NONE : { kind: "time", at: text });
const fullYear = (text: string): number => (text.length === 2 ? 2000 + Number(text) : Number(text));

/** Reads a time. A day and a month that both are 12 or less are `either`: which one comes first is for a person to say. */
export function readDate(raw: string): ReadDate {
  const text = raw.trim();
  if (text.length > MAX_DATE_CHARS) return NONE;
  if (UNIX.test(text)) return timeOf(new Date(Number(text) * (text.length === 10 ? 1000 : 1)).toISOString());
  const yearFirst = YEAR_FIRST.exec(text);
  if (yearFirst) {
    const [, year, month, day, clock] = yearFirst;
    return timeOf(at(Number(year), Number(month), Number(day), clock));
  }
  const numeric = NUMERIC.exec(text);
  if (numeric) {
    const [, first = "", two = "", year = "", clock] = numeric;
    const dayFirst = at(fullYear(year), Number(two), Number(first), clock);
    const monthFirst = at(fullYear(year), Number(first), Number(two), clock);
    if (dayFirst === null && monthFirst === null) return NONE;
    if (dayFirst === null) return { kind: "only", order: "month_first", at: monthFirst ?? "" };
    if (monthFirst === null) return { kind: "only", order: "day_first", at: dayFirst };
    return dayFirst === monthFirst ? timeOf(dayFirst) : { kind: "either", dayFirst, monthFirst };
  }
  const dayAndName = DAY_AND_NAME.exec(text);
  if (dayAndName) {
    const [, day, name = "", year = "", clock] = dayAndName;
    const month = monthOf(name);
    return month === 0 ? NONE : timeOf(at(fullYear(year), month, Number(day), clock));
  }
  const nameAndDay = NAME_AND_DAY.exec(text);
  if (!nameAndDay) return NONE;
  const [, name = "", day, year, clock] = nameAndDay;
  const month = monthOf(name);
  return month === 0 ? NONE : timeOf(at(Number(year), month, Number(day), clock));
}

/** A time by the order that the file has; null for none, and for one that contradicts the order. */
export function dateBy(order: DayOrder | null, raw: string): string | null {
  const read = readDate(raw);
  switch (read.kind) {
    case "time":
      return read.at;
    case "only":
      return order === null || read.order === order ? read.at : null;
    case "either":
      return order === null ? null : order === "day_first" ? read.dayFirst : read.monthFirst;
    case "none":
      return null;
  }
}
