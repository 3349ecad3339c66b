/** How much members may ask of trackers in their own names. */
import { MINUTE_MS } from "../../../contract/durations.ts";
import { type Limits, RateLimiter } from "../../access/limits/RateLimiter.ts";
import { UserSlots } from "../../access/limits/UserSlots.ts";
import type { Db } from "../../db/openDb.ts";
import { message } from "../../messages/messages.ts";

/** Calls that one user may have in progress at the same time: a repeated change waits for the first one. */
export const MAX_CONCURRENT_WRITES = 4;
/** Seconds in which a tracker has mostly answered. */
const RETRY_AFTER_SECONDS = 5;
const TOO_MANY_WRITES = message("limit.writes_at_once");

const shared = { windowMs: 10 * MINUTE_MS, perAddress: null, refusal: message("limit.writes") } as const;
/** Changes of one user; GitHub refuses an account more than 80 in a minute and 500 in an hour. */
const WRITE_LIMITS: Limits = { ...shared, name: "issue writes", perAccount: 100 };
/** Looks at what can be done, which cost some seven requests of the account's quota at the tracker. */
const ACTION_LIMITS: Limits = { ...shared, name: "issue actions", perAccount: 300 };

/** Changes of several issues, each of which has up to `MAX_BULK_ISSUES`. */
const HOLD_LIMITS: Limits = { ...shared, name: "issue batches", perAccount: 20 };

export interface WriteLimits {
  /** @throws TooMany */
  write<T>(userId: string, work: () => Promise<T>): Promise<T>;
  /** @throws TooMany */
  read<T>(userId: string, work: () => Promise<T>): Promise<T>;
  /** @throws TooMany */
  hold<T>(userId: string, work: () => Promise<T>): Promise<T>;
}

/** The limits of all issues and projects of a process; the budgets are those of all processes. */
export function createWriteLimits(db: Db): WriteLimits {
  const limited = (limits: Limits) => {
    const slots = new UserSlots(MAX_CONCURRENT_WRITES, RETRY_AFTER_SECONDS, TOO_MANY_WRITES);
    const budget = new RateLimiter(db, limits);
    return <T>(userId: string, work: () => Promise<T>): Promise<T> =>
      slots.run(userId, async () => {
        await budget.take("", userId);
        return work();
      });
  };
  return { write: limited(WRITE_LIMITS), read: limited(ACTION_LIMITS), hold: limited(HOLD_LIMITS) };
}
