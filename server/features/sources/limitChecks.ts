import { UserSlots } from "../../access/limits/UserSlots.ts";
import { memoize } from "../../memoize.ts";
import { message } from "../../messages/messages.ts";

/** Sources that one user may have checked at hosts at the same time: a project of many sources is created by one call. */
export const MAX_CONCURRENT_CHECKS = 8;
/** Seconds that a check takes at most. */
const RETRY_AFTER_SECONDS = 5;

export const TOO_MANY_CHECKS = message("limit.source_checks");

/** Checks in progress, for each set of sources that a process has. */
const checksOf = memoize(
  (_sources: object) => new UserSlots(MAX_CONCURRENT_CHECKS, RETRY_AFTER_SECONDS, TOO_MANY_CHECKS),
);

/**
 * Runs a check of a source at its host unless the user has {@link MAX_CONCURRENT_CHECKS} in progress: each holds connections and may cost the
 * time to read a hostile answer.
 * @throws TooMany
 */
export const limitChecks = <T>(sources: object, userId: string, check: () => Promise<T>): Promise<T> =>
  checksOf(sources).run(userId, check);
