import { expect, test } from "vitest";
import { expiryAfter, lifetimesWithin } from "../../src/domain/tokenLifetime.ts";

test("the lifetimes are those that the company allows, or its greatest", () => {
  expect(lifetimesWithin([7, 30, 90], 365)).toEqual([7, 30, 90]);
  expect(lifetimesWithin([7, 30, 90], 30)).toEqual([7, 30]);
  expect(lifetimesWithin([90, 180], 14)).toEqual([14]);
});

test("a token ends whole days after now", () => {
  expect(expiryAfter(Date.parse("2026-03-02T09:30:00Z"), 30)).toBe("2026-04-01T09:30:00.000Z");
});
