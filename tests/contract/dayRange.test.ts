import { expect, test } from "vitest";
import { readDayRange } from "../../contract/query/dayRange.ts";

test.each([
  ["2026-09-05..2026-11-27", { from: "2026-09-05", to: "2026-11-27" }],
  ["2026-09-05..2026-09-05", { from: "2026-09-05", to: "2026-09-05" }],
  ["2026-09-05", { from: "2026-09-05", to: "2026-09-05" }],
  ["2026-09-05..", { from: "2026-09-05", to: null }],
  ["..2024-02-29", { from: null, to: "2024-02-29" }],
  ["..", null],
  ["", null],
  ["2026-09..2026-11", null],
  ["2026-11-27..2026-09-05", null],
  ["2026-02-29..", null],
  ["2026-09-05..2026-11-27..", null],
  [" 2026-09-05", null],
  ["0099-01-01", null],
])("%j is the range %j", (text, range) => {
  expect(readDayRange(text)).toEqual(range);
});
