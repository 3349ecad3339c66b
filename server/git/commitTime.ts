/** Seconds since 1970 of the last instant of the year 9999: a later one has no place in an ISO 8601 date of the contract. */
const MAX_SECONDS = 253_402_300_799;

/** Seconds since 1970 as git writes them. A commit may hold any number: one that is no date becomes 0, as the index has it. */
export function readCommitTime(text: string): number {
  const seconds = Number(text);
  return Number.isInteger(seconds) && seconds >= 0 && seconds <= MAX_SECONDS ? seconds : 0;
}
