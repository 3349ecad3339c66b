import { partitionPoint } from "../../index/binarySearch.ts";
import { WEEK_SECONDS } from "../../../contract/durations.ts";
import type { PeopleTable } from "../identities/peopleTable.ts";
import { EXPERT_CONSTANTS } from "./expertConstants.ts";

/** A person's recent activity. `quiet`: not active for a while; `gone`: inactive long enough to have probably left. */
export type ActivityStatus = "active" | "quiet" | "gone";

/** Weeks of project activity without a contribution of the person. Weeks in which the project had no activity do not count. */
const QUIET_WEEKS = EXPERT_CONSTANTS.quietWeeks.value;
const GONE_WEEKS = EXPERT_CONSTANTS.goneWeeks.value;
const MIN_FACTOR = EXPERT_CONSTANTS.minActivityFactor.value;

/** Weeks since the person's last contribution in which another person contributed. */
export function inactiveWeeks({ activeWeeks, lastActive, nowSeconds }: PeopleTable, person: number): number {
  const last = Math.floor((lastActive[person] ?? 0) / WEEK_SECONDS);
  const end = Math.floor(nowSeconds / WEEK_SECONDS);
  const first = partitionPoint(0, activeWeeks.length, (at) => (activeWeeks[at] ?? 0) <= last);
  let count = 0;
  for (let at = first; at < activeWeeks.length && (activeWeeks[at] ?? 0) <= end; at++) count++;
  return count;
}

/** Departures are inferred from inactivity while the project is active, so that no list has to be maintained. */
export function activityStatus(table: PeopleTable, person: number): ActivityStatus {
  const missed = inactiveWeeks(table, person);
  return missed >= GONE_WEEKS ? "gone" : missed >= QUIET_WEEKS ? "quiet" : "active";
}

/** The factor on the score of a person who has missed this many weeks: 1 at first, falling linearly to the lowest. */
export function inactivityFactor(missed: number): number {
  if (missed <= QUIET_WEEKS) return 1;
  return Math.max(MIN_FACTOR, 1 - ((1 - MIN_FACTOR) * (missed - QUIET_WEEKS)) / (2 * GONE_WEEKS - QUIET_WEEKS));
}
