import { TooMany } from "../../errors.ts";
import { memoize } from "../../memoize.ts";
import { message } from "../../messages/messages.ts";

/** Sources that one user may have checked at hosts at the same time: a project of many sources is created at once. */
export const MAX_CONCURRENT_CHECKS = 8;
/** Seconds that a check takes at most. */
const RETRY_AFTER_SECONDS = 5;

export const TOO_MANY_CHECKS = message("limit.source_checks");

/** Checks under way by user, for each set of sources that a process has. */
const checksByUser = memoize((_sources: object) => new Map<string, number>());

/**
 * Runs a check of a source at its host unless the user has {@link MAX_CONCURRENT_CHECKS} under way: each holds connections and may cost the
 * time to read a hostile answer.
 * @throws TooMany
 */
export async function limitChecks<T>(sources: object, userId: string, check: () => Promise<T>): Promise<T> {
  const counts = checksByUser(sources);
  const own = counts.get(userId) ?? 0;
  if (own >= MAX_CONCURRENT_CHECKS) throw new TooMany(RETRY_AFTER_SECONDS, TOO_MANY_CHECKS);
  counts.set(userId, own + 1);
  try {
    return await check();
  } finally {
    const left = (counts.get(userId) ?? 1) - 1;
    if (left > 0) counts.set(userId, left);
    else counts.delete(userId);
  }
}
