import { TooMany } from "../../errors.ts";

/** Sources that one person may have checked at hosts at the same time: a project of many sources is created at once. */
export const CHECKS_AT_ONCE = 8;
/** Seconds that a check takes at most. */
const WAIT = 5;

export const TOO_MANY_CHECKS =
  "You are having too many sources checked at once. Wait until these are done, then go on.";

/** Checks under way by person, for each set of sources that a process has. */
const underWay = new WeakMap<object, Map<string, number>>();

/**
 * Runs a check of a source at its host unless the person has {@link CHECKS_AT_ONCE} under way: each holds connections and may cost the
 * time to read a hostile answer.
 * @throws TooMany
 */
export async function checkInTurn<T>(sources: object, personId: string, check: () => Promise<T>): Promise<T> {
  const counts = underWay.get(sources) ?? new Map<string, number>();
  underWay.set(sources, counts);
  const own = counts.get(personId) ?? 0;
  if (own >= CHECKS_AT_ONCE) throw new TooMany(WAIT, TOO_MANY_CHECKS);
  counts.set(personId, own + 1);
  try {
    return await check();
  } finally {
    const left = (counts.get(personId) ?? 1) - 1;
    if (left > 0) counts.set(personId, left);
    else counts.delete(personId);
  }
}
