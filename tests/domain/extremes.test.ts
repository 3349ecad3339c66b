import { expect, test } from "vitest";
import { largest, smallest } from "../../src/domain/extremes.ts";

test("the extremes of more values than a call may have arguments", () => {
  const values = Array.from({ length: 400_000 }, (_, at) => at - 200_000);
  expect([smallest(values), largest(values)]).toEqual([-200_000, 199_999]);
});

test("a bound is the extreme of no values, and of those beyond it", () => {
  expect([largest([], 1), smallest([], 0), largest([-3], 1), smallest([3], 0)]).toEqual([1, 0, 1, 0]);
  expect([largest([]), smallest([])]).toEqual([-Infinity, Infinity]);
});
