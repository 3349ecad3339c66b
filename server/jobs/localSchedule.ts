/** When mails with a schedule are due, in the time zone of their receiver. */
import type { ReportSchedule as Schedule } from "../../contract/insights/reports.ts";
import { DAY_MS, HOUR_MS } from "../../contract/durations.ts";

/** More days than any schedule is apart. */
const MAX_DAYS = 32;

/** By time zone: making one takes longer than its use, and each receiver is asked for every few seconds. */
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const cached = clocks.get(timeZone);
  if (cached) return cached;
  const clock = new Intl.DateTimeFormat("en-US", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
  });
  clocks.set(timeZone, clock);
  return clock;
}

/** What the clocks of a time zone show, as the moment at which those of UTC show it. */
function clockAt(at: number, timeZone: string): number {
  const parts = clockOf(timeZone).formatToParts(at);
  const of = (type: string): number => Number(parts.find((part) => part.type === type)?.value ?? 0);
  return Date.UTC(of("year"), of("month") - 1, of("day"), of("hour"), of("minute"), of("second"));
}

/** The first moment at which the clocks show a time; where they skip it, the moment after. */
function momentOf(clock: number, timeZone: string): number {
  const offsets = [clock - DAY_MS, clock + DAY_MS].map((at) => clockAt(at, timeZone) - at);
  const moments = offsets.map((offset) => clock - offset);
  const shown = moments.filter((at) => clockAt(at, timeZone) === clock);
  return shown.length > 0 ? Math.min(...shown) : Math.max(...moments);
}

/** @param day its midnight, as a moment of UTC */
function isDay(schedule: Schedule, day: number): boolean {
  const date = new Date(day);
  const weekday = date.getUTCDay() || 7;
  switch (schedule.every) {
    case "day":
      return true;
    case "workday":
      return weekday <= 5;
    case "week":
      return weekday === schedule.weekday;
    case "month": {
      const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
      return date.getUTCDate() === Math.min(schedule.day, lastDay);
    }
  }
}

/** The first time that fits, day by day from the local day of a moment. A day has one time, also where clocks show its hour twice. */
function findDue(
  schedule: Schedule,
  { from, step, timeZone }: { readonly from: Date; readonly step: 1 | -1; readonly timeZone: string },
  fits: (at: number) => boolean,
): Date {
  const today = Math.floor(clockAt(from.getTime(), timeZone) / DAY_MS);
  // The moment after a skipped hour at the end of a day is on the next one.
  for (let days = -1; days <= MAX_DAYS; days += 1) {
    const day = (today + step * days) * DAY_MS;
    if (!isDay(schedule, day)) continue;
    const at = momentOf(day + schedule.hour * HOUR_MS, timeZone);
    if (fits(at)) return new Date(at);
  }
  throw new Error(`No time of ${JSON.stringify(schedule)} was found in ${timeZone}.`);
}

/** The last time at or before `now` at which the schedule was due. */
export const lastDue = (schedule: Schedule, now: Date, timeZone: string): Date =>
  findDue(schedule, { from: now, step: -1, timeZone }, (at) => at <= now.getTime());

/** The first time after `now` at which the schedule is due. */
export const nextDue = (schedule: Schedule, now: Date, timeZone: string): Date =>
  findDue(schedule, { from: now, step: 1, timeZone }, (at) => at > now.getTime());
