/** When a report is due, in the time zone of its receiver. */
import type { ReportSchedule } from "../../../contract/reports.ts";
import { DAY_MS } from "../../../contract/durations.ts";
import { lastTimeAt } from "../notices/localTime.ts";

/** More days than any schedule is apart. */
const MAX_DAYS = 32;

/** The local date and weekday (1 is Monday) of a moment. */
function localDay(at: Date, timeZone: string) {
  const parts = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).format(at);
  const [year = 0, month = 1, day = 1] = parts.split("-").map(Number);
  const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay() || 7;
  return { day, weekday, lastDay: new Date(Date.UTC(year, month, 0)).getUTCDate() };
}

function isDay(schedule: ReportSchedule, at: Date, timeZone: string): boolean {
  const { day, weekday, lastDay } = localDay(at, timeZone);
  switch (schedule.every) {
    case "day":
      return true;
    case "workday":
      return weekday <= 5;
    case "week":
      return weekday === schedule.weekday;
    case "month":
      return day === Math.min(schedule.day, lastDay);
  }
}

/** The last time at or before `now` at which the schedule was due. */
export function lastDue(schedule: ReportSchedule, now: Date, timeZone: string): Date {
  let at = lastTimeAt(now, timeZone, schedule.hour);
  for (let days = 0; days < MAX_DAYS && !isDay(schedule, at, timeZone); days += 1)
    at = lastTimeAt(new Date(at.getTime() - 1), timeZone, schedule.hour);
  return at;
}

/** The first time after `now` at which the schedule is due. */
export function nextDue(schedule: ReportSchedule, now: Date, timeZone: string): Date {
  for (let days = 1; days <= MAX_DAYS; days += 1) {
    const at = lastDue(schedule, new Date(now.getTime() + days * DAY_MS), timeZone);
    if (at > now) return at;
  }
  return lastDue(schedule, new Date(now.getTime() + (MAX_DAYS + 1) * DAY_MS), timeZone);
}
