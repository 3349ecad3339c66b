import { MINUTE_MS } from "../../../contract/durations.ts";

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

/** Whether it is the quiet time, which may last over midnight. */
export function isQuiet(
  now: Date,
  timeZone: string,
  { from, to }: { readonly from: number; readonly to: number },
): boolean {
  const minute = minuteOfDay(now, timeZone);
  return from <= to ? minute >= from && minute < to : minute >= from || minute < to;
}
