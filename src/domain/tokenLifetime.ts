import { DAY_MS } from "../../contract/durations.ts";

/** Lifetimes in days that a company allows; its greatest where it allows none of them. */
export function lifetimesWithin(lifetimes: readonly number[], maxDays: number): readonly number[] {
  const allowed = lifetimes.filter((days) => days <= maxDays);
  return allowed.length === 0 ? [maxDays] : allowed;
}

/** The end of a token that is made now, as ISO 8601. */
export const expiryAfter = (nowMs: number, days: number): string => new Date(nowMs + days * DAY_MS).toISOString();
