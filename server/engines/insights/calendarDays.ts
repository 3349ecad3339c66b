/** Days of a time zone as moments: what names the same days covers the same time. */
import { DateTime } from "luxon";
import type { DayRange } from "../../../contract/query/dayRange.ts";
import { DAY_MS } from "../../../contract/durations.ts";
import type { TimeSpan } from "../../db/timeSpan.ts";

/** The day of a moment, such as `2026-11-27`. */
export const dayOf = (moment: Date, timeZone: string): string =>
  DateTime.fromJSDate(moment, { zone: timeZone }).toISODate() ?? "";

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** The first moment of a day: midnight, except where the clock is put forward then. */
export const startOfDay = (day: string, timeZone: string): Date =>
  DateTime.fromISO(day, { zone: timeZone }).startOf("day").toJSDate();

export const spanOfDays = ({ from, to }: DayRange, timeZone: string): TimeSpan => ({
  from: from === null ? null : startOfDay(from, timeZone),
  to: to === null ? null : startOfDay(addDays(to, 1), timeZone),
});
