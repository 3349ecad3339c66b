import { expect, test } from "vitest";
import { WaitingTime } from "../../../server/compute/WaitingTime.ts";

test("many short waits of a key add up, and are forgotten", () => {
  let now = 0;
  const waited = new WaitingTime(() => now);
  for (let task = 0; task < 5; task += 1) {
    now += 10;
    waited.add("busy", 8);
  }
  // 40 ms of waiting, of which 1 ms was forgotten in each of the four steps between.
  expect(waited.waitedMs("busy")).toBeCloseTo(36);
  expect(waited.waitedMs("other")).toBe(0);
  now += 360;
  expect(waited.waitedMs("busy")).toBe(0);
});

test("keys that are asked seldom never add up", () => {
  let now = 0;
  const waited = new WaitingTime(() => now);
  for (let task = 0; task < 100; task += 1) {
    now += 1000;
    waited.add("calm", 20);
  }
  expect(waited.waitedMs("calm")).toBeCloseTo(20);
});
