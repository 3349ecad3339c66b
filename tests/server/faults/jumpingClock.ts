// A clock that jumps when a test says so, for a server of its own: NODE_OPTIONS=--require=…/jumpingClock.ts loads it into every thread, the
// embedded database's too. CLOCK_CONTROL: a file with the milliseconds that Date is ahead. Timers and performance.now() continue as they
// do on a machine whose clock is set.
import { readFileSync } from "node:fs";

const control = process.env["CLOCK_CONTROL"] ?? "";
const LOOK_EVERY_MS = 20;
const RealDate = Date;
let ahead = 0;
let lookedAt = -Infinity;

function shift(): number {
  if (control === "" || performance.now() - lookedAt < LOOK_EVERY_MS) return ahead;
  lookedAt = performance.now();
  try {
    ahead = Number(readFileSync(control, "utf8")) || 0;
  } catch {
    // The test has not written it yet, or is writing it.
  }
  return ahead;
}

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length === 0 ? [RealDate.now() + shift()] : given, newTarget) as Date,
  apply: () => new RealDate(RealDate.now() + shift()).toString(),
  get: (target, name, receiver) =>
    name === "now" ? () => RealDate.now() + shift() : (Reflect.get(target, name, receiver) as unknown),
});
