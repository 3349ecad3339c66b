import { HOUR_MS } from "../../contract/durations.ts";

/** A machine that slept has the right time although it went forward: after this long the new time is believed. */
const DISTRUST_MS = 24 * HOUR_MS;

/** Whether rows may be deleted because of their age: a clock that is wrong for an hour must not end every session and empty every log. */
export class ClockTrust {
  readonly #wall: () => number;
  readonly #monotonic: () => number;
  #offset: number;
  #distrustedUntil = -Infinity;

  /** @param wall milliseconds since 1970; @param monotonic milliseconds of a clock that nothing sets */
  constructor(wall: () => number = () => Date.now(), monotonic: () => number = () => performance.now()) {
    this.#wall = wall;
    this.#monotonic = monotonic;
    this.#offset = wall() - monotonic();
  }

  /** Call it about once an hour: it compares the clock with the previous call. */
  isTrusted(): boolean {
    const now = this.#monotonic();
    const offset = this.#wall() - now;
    if (offset - this.#offset > HOUR_MS) this.#distrustedUntil = now + DISTRUST_MS;
    // It was set back to what is taken for the right time.
    else if (this.#offset - offset > HOUR_MS) this.#distrustedUntil = -Infinity;
    this.#offset = offset;
    return now >= this.#distrustedUntil;
  }
}
