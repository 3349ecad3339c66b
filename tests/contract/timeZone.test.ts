import { expect, test } from "vitest";
import { isTimeZone } from "../../contract/timeZone.ts";

test.each([
  ["UTC", true],
  ["Europe/Istanbul", true],
  ["America/Argentina/Buenos_Aires", true],
  ["Mars/Olympus", false],
  ["+03:00", false],
  ["", false],
])("%s is a name of the IANA list: %s", (name, isName) => {
  expect(isTimeZone(name)).toBe(isName);
});
