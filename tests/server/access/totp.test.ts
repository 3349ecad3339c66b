/** The vectors of RFC 6238, appendix B, and that each code is good once within one step of skew. */
import { expect, test } from "vitest";
import { matchingStep, newTotpSecret, totpCode, totpCodeAt, totpStep } from "../../../server/access/passwords/totp.ts";

test.each([
  [59, "94287082"],
  [1111111109, "07081804"],
  [1111111111, "14050471"],
  [1234567890, "89005924"],
  [2000000000, "69279037"],
  [20000000000, "65353130"],
])("at %i s the code of RFC 6238 is %s", (seconds, code) => {
  const key = Buffer.from("12345678901234567890");
  expect(totpCode(key, totpStep(new Date(seconds * 1000)), 8)).toBe(code);
});

test("a code is accepted one step early or late, and not after it or a later one was", () => {
  const secret = newTotpSecret();
  const now = new Date("2026-11-28T12:00:00Z");
  const at = (steps: number) => new Date(now.getTime() + steps * 30_000);
  const code = totpCodeAt(secret, now);
  for (const steps of [-1, 0, 1]) expect(matchingStep(secret, code, 0, at(steps))).toBe(totpStep(now));
  for (const steps of [-2, 2]) expect(matchingStep(secret, code, 0, at(steps))).toBeUndefined();
  expect(matchingStep(secret, code, totpStep(now), now)).toBeUndefined();
  for (const wrong of ["", "1", "1234567", "abcdef", "１２３４５６"])
    expect(matchingStep(secret, wrong, 0, now)).toBeUndefined();
});
