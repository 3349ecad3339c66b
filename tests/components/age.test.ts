import { expect, test } from "vitest";
import { largestUnit } from "../../src/components/ui/Age.tsx";

const FROM = "2025-03-01T12:00:00Z";

test.each([
  ["2025-03-01T12:00:00Z", "minute", 0],
  ["2025-03-01T12:00:59Z", "minute", 0],
  ["2025-03-01T12:59:59Z", "minute", 59],
  ["2025-03-01T13:00:00Z", "hour", 1],
  ["2025-03-02T11:59:59Z", "hour", 23],
  ["2025-03-02T12:00:00Z", "day", 1],
  // Days up to two months, months up to two years.
  ["2025-04-30T11:59:59Z", "day", 59],
  ["2025-04-30T12:00:00Z", "month", 2],
  ["2027-03-01T11:59:59Z", "month", 24],
  ["2027-03-01T12:00:00Z", "year", 2],
  // The clock of another machine may be behind.
  ["2025-02-01T12:00:00Z", "minute", 0],
] as const)("until %s it is %s %i", (until, unit, value) => {
  expect(largestUnit(FROM, until)).toEqual({ unit, value });
  expect(largestUnit(FROM, Date.parse(until))).toEqual({ unit, value });
});
