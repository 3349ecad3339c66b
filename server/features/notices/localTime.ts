import { lastDue } from "../../jobs/localSchedule.ts";

/** The minute of the local day. */
export function minuteOfDay(now: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).formatToParts(now);
  const of = (type: string): number => Number(parts.find((part) => part.type === type)?.value ?? 0);
  return of("hour") * 60 + of("minute");
}

/** The last time at which it was this local hour; where clocks skip the hour, the moment after, and where they show it twice, the first. */
export const lastTimeAt = (now: Date, timeZone: string, hour: number): Date =>
  lastDue({ every: "day", hour, weekday: 1, day: 1 }, now, timeZone);

/** The last time at which it was this local hour of this day of the week, from 1 for Monday. */
export const lastWeeklyTimeAt = (
  now: Date,
  timeZone: string,
  { day, hour }: { readonly day: number; readonly hour: number },
): Date => lastDue({ every: "week", hour, weekday: day, day: 1 }, now, timeZone);

/** Whether it is the quiet time, which may last over midnight. */
export function isQuiet(
  now: Date,
  timeZone: string,
  { from, to }: { readonly from: number; readonly to: number },
): boolean {
  const minute = minuteOfDay(now, timeZone);
  return from <= to ? minute >= from && minute < to : minute >= from || minute < to;
}
