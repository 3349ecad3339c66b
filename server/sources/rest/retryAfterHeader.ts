/** The wait in milliseconds that a host requests by `Retry-After`: a number of seconds, or a date of the host's clock. */
import { MINUTE_MS } from "../../../contract/durations.ts";

/** The longest wait that a host may request; longer ones are split. */
const MAX_WAIT_MS = 10 * MINUTE_MS;
/** Where a host names no figure: GitHub wants at least a minute. */
export const DEFAULT_WAIT_MS = MINUTE_MS;

/** A wait that is worth the name and not too long to look again. */
export const boundedWait = (waitMs: number): number => Math.min(Math.max(waitMs, 1000), MAX_WAIT_MS);

/** Milliseconds since 1970 by the clock of the host, which may be an hour off: the times that it names are its own. */
export function hostTime(date: unknown, ours: number): number {
  const time = typeof date === "string" ? Date.parse(date) : NaN;
  return Number.isNaN(time) ? ours : time;
}

/** Seconds or a date, as RFC 9110 allows. */
export function readRetryAfter(value: unknown, now: number): number | null {
  if (typeof value !== "string" && typeof value !== "number") return null;
  const seconds = Number(value);
  if (Number.isFinite(seconds) && String(value).trim() !== "") return seconds * 1000;
  const date = Date.parse(String(value));
  return Number.isNaN(date) ? null : date - now;
}
