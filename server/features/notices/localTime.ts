import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../contract/durations.ts";

const DAY_MINUTES = 24 * 60;

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

/** The last time at which it was this local hour; where clocks skip the hour, the moment after. */
export function lastTimeAt(now: Date, timeZone: string, hour: number): Date {
  const since = (minuteOfDay(now, timeZone) - hour * 60 + DAY_MINUTES) % DAY_MINUTES;
  const time = Math.floor(now.getTime() / MINUTE_MS - since) * MINUTE_MS;
  // Where clocks have changed since, that time is as many minutes off.
  const off = (minuteOfDay(new Date(time), timeZone) - hour * 60 + DAY_MINUTES) % DAY_MINUTES;
  return new Date(time - (off > DAY_MINUTES / 2 ? off - DAY_MINUTES : off) * MINUTE_MS);
}

/** The day of the local week, from 1 for Monday. */
function dayOfWeek(at: Date, timeZone: string): number {
  const name = new Intl.DateTimeFormat("en-GB", { timeZone, weekday: "short" }).format(at);
  return ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].indexOf(name) + 1;
}

/** The last time at which it was this local hour of this day of the week. */
export function lastWeeklyTimeAt(
  now: Date,
  timeZone: string,
  { day, hour }: { readonly day: number; readonly hour: number },
): Date {
  const last = lastTimeAt(now, timeZone, hour);
  const days = (dayOfWeek(last, timeZone) - day + 7) % 7;
  if (days === 0) return last;
  // Two hours later, so that a change of the clocks in between leads to no other day.
  return lastTimeAt(new Date(last.getTime() - days * DAY_MS + 2 * HOUR_MS), timeZone, hour);
}

/** Whether it is the quiet time, which may last over midnight. */
export function isQuiet(
  now: Date,
  timeZone: string,
  { from, to }: { readonly from: number; readonly to: number },
): boolean {
  const minute = minuteOfDay(now, timeZone);
  return from <= to ? minute >= from && minute < to : minute >= from || minute < to;
}
