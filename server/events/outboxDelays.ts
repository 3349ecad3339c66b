import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../../contract/durations.ts";

/** How long what could not be sent waits after the first, second … failure: about a day in all. */
export const OUTBOX_DELAYS_MS = [
  20 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
] as const;
