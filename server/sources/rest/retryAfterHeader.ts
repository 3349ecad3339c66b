/** The wait in milliseconds that a host requests by `Retry-After`: a number of seconds, or a date of the host's clock. */
import { HOUR_MS, MINUTE_MS } from "../../../contract/durations.ts";

/** The longest wait that a host may request; longer ones are split. Quotas are renewed within an hour, and a clock may be an hour off. */
export const MAX_WAIT_MS = 2 * HOUR_MS;
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

/** Milliseconds until a quota is renewed, by a header with seconds since 1970, seconds from now, or a date: the hosts do not agree. */
export function resetWait(value: unknown, now: number): number | null {
  if ((typeof value !== "string" && typeof value !== "number") || String(value).trim() === "") return null;
  const seconds = Number(value);
  // The whole second of the reset has to pass.
  if (Number.isFinite(seconds)) return seconds > 1e9 ? seconds * 1000 - now + 1000 : seconds * 1000;
  const date = Date.parse(String(value));
  return Number.isNaN(date) ? null : date - now + 1000;
}
