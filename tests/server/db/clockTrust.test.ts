import { expect, test } from "vitest";
import { ClockTrust } from "../../../server/db/ClockTrust.ts";

const HOUR = 60 * 60 * 1000;
const YEAR = 365 * 24 * HOUR;

function clocks() {
  const at = { wall: 50 * YEAR, monotonic: 0 };
  const trust = new ClockTrust(
    () => at.wall,
    () => at.monotonic,
  );
  return {
    trust,
    pass: (ms: number, jump = 0): void => {
      at.monotonic += ms;
      at.wall += ms + jump;
    },
  };
}

test("after a jump forward nothing is deleted by age until a day has passed", () => {
  const { trust, pass } = clocks();
  pass(HOUR);
  expect(trust.isTrusted()).toBe(true);
  pass(HOUR, 3 * YEAR);
  expect(trust.isTrusted()).toBe(false);
  for (let hour = 1; hour < 24; hour += 1) {
    pass(HOUR);
    expect(trust.isTrusted()).toBe(false);
  }
  pass(HOUR);
  expect(trust.isTrusted()).toBe(true);
});

test("a clock that is set right again is believed at once", () => {
  const { trust, pass } = clocks();
  pass(HOUR, 3 * YEAR);
  expect(trust.isTrusted()).toBe(false);
  pass(HOUR, -3 * YEAR);
  expect(trust.isTrusted()).toBe(true);
});

test("small corrections of a clock change nothing", () => {
  const { trust, pass } = clocks();
  for (let hour = 0; hour < 200; hour += 1) {
    pass(HOUR, hour % 2 === 0 ? 60_000 : -50_000);
    expect(trust.isTrusted()).toBe(true);
  }
});
