import fc from "fast-check";
import { expect, test } from "vitest";
import type { ReportSchedule } from "../../../contract/insights/reports.ts";
import { lastDue, nextDue } from "../../../server/jobs/localSchedule.ts";

const HOUR = 3_600_000;
/** With changes of the clocks at 1, 2 and 3 o'clock, at both sides of midnight, by half an hour, and none. */
const ZONES = [
  "Europe/Berlin",
  "America/New_York",
  "America/Santiago",
  "America/Nuuk",
  "Africa/Cairo",
  "Asia/Beirut",
  "Australia/Lord_Howe",
  "Asia/Kathmandu",
  "Pacific/Kiritimati",
  "Europe/Istanbul",
];

/** The local date and hour of a moment, by another way than the schedule has. */
function localOf(at: Date, timeZone: string) {
  const [date = "", time = ""] = at.toLocaleString("sv-SE", { timeZone }).split(" ");
  const [year = 0, month = 0, day = 0] = date.split("-").map(Number);
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay() || 7;
  return { date, hour: Number(time.slice(0, 2)), day, weekday, last: new Date(Date.UTC(year, month, 0)).getUTCDate() };
}

const schedules = fc.record({
  every: fc.constantFrom("day" as const, "workday" as const, "week" as const, "month" as const),
  hour: fc.integer({ min: 0, max: 23 }),
  weekday: fc.integer({ min: 1, max: 7 }),
  day: fc.integer({ min: 1, max: 31 }),
}) as fc.Arbitrary<ReportSchedule>;
const zones = fc.constantFrom(...ZONES);
const moments = fc.date({ min: new Date("2026-01-01"), max: new Date("2028-12-31"), noInvalidDate: true });

const fitsDay = ({ every, weekday, day }: ReportSchedule, local: ReturnType<typeof localOf>): boolean =>
  every === "day" ||
  (every === "workday" && local.weekday <= 5) ||
  (every === "week" && local.weekday === weekday) ||
  (every === "month" && local.day === Math.min(day, local.last));

test("a time that is due is of the schedule, and none lies between the last and the next", () => {
  fc.assert(
    fc.property(schedules, zones, moments, (schedule, zone, now) => {
      const last = lastDue(schedule, now, zone);
      const next = nextDue(schedule, now, zone);
      expect(last <= now && now < next).toBe(true);
      expect(lastDue(schedule, last, zone)).toEqual(last);
      expect(lastDue(schedule, new Date(next.getTime() - 1), zone)).toEqual(last);
      expect(nextDue(schedule, last, zone)).toEqual(next);
      for (const at of [last, next]) {
        const local = localOf(at, zone);
        const before = localOf(new Date(at.getTime() - 1), zone);
        const isUsual = local.hour === schedule.hour;
        // The clocks skip the hour on the day of the moment before, which shows an earlier one, or at the beginning of the day itself.
        const isSkippedWithin = before.hour < schedule.hour;
        const isSkippedFirst = before.date < local.date && schedule.hour < local.hour;
        expect(isUsual || isSkippedWithin || isSkippedFirst).toBe(true);
        expect(fitsDay(schedule, isUsual || !isSkippedWithin ? local : before)).toBe(true);
      }
    }),
    { numRuns: 300 },
  );
});

test("a year has as many times as days, in each time zone and at each hour", () => {
  for (const zone of ZONES) {
    for (const hour of [0, 1, 2, 23]) {
      const schedule = { every: "day", hour, weekday: 1, day: 1 } as ReportSchedule;
      const days = new Set<string>();
      let at = nextDue(schedule, new Date("2027-01-01T12:00:00Z"), zone);
      for (let count = 0; count < 365; count += 1) {
        days.add(localOf(new Date(at.getTime() + (hour === 23 ? -1 : 0)), zone).date);
        const next = nextDue(schedule, at, zone);
        expect(next.getTime() - at.getTime()).toBeGreaterThanOrEqual(22 * HOUR);
        at = next;
      }
      expect([zone, hour, days.size]).toEqual([zone, hour, 365]);
    }
  }
});

test("an hour that the clocks show twice is due once, and a skipped one at the moment after", () => {
  const at = (hour: number): ReportSchedule => ({ every: "day", hour, weekday: 1, day: 1 }) as ReportSchedule;
  expect(lastDue(at(2), new Date("2026-10-25T01:30:00Z"), "Europe/Berlin")).toEqual(new Date("2026-10-25T00:00:00Z"));
  expect(lastDue(at(2), new Date("2026-03-29T05:00:00Z"), "Europe/Berlin")).toEqual(new Date("2026-03-29T01:00:00Z"));
});
