/** Which expert a rule assigns. Pure: runs and dry runs choose by the same function. */
import { type Message, message } from "../../messages/messages.ts";

/** An account at the tracker of an issue. */
export interface TrackerAccount {
  readonly id: string;
  readonly externalId: string;
  readonly login: string;
}

/** An expert of the likely place of an issue. */
export interface PlaceExpert {
  readonly name: string;
  /** Null for one without an account at the tracker of the issue. */
  readonly account: TrackerAccount | null;
  readonly isMember: boolean;
  /** Not seen for a while, or busy by their calendar. */
  readonly isAway: boolean;
  /** Open issues of the project that are assigned to them. */
  readonly load: number;
}

export interface PlaceExperts {
  /** The best first. */
  readonly experts: readonly PlaceExpert[];
  /** Open issues of each member with an account at the tracker. */
  readonly memberLoads: readonly number[];
}

/** The account that is assigned, null for none, and why. */
export interface ExpertChoice {
  readonly account: TrackerAccount | null;
  readonly reason: Message;
}

/** The first expert who is a member with an account, is not away, and has no more open issues than the median of the members. */
export function chooseExpert({ experts, memberLoads }: PlaceExperts): ExpertChoice {
  const median = medianOf(memberLoads);
  const position = experts.findIndex(
    ({ account, isMember, isAway, load }) => account !== null && isMember && !isAway && load <= median,
  );
  const chosen = experts[position];
  if (!chosen) return { account: null, reason: message("rule.no_expert", { count: experts.length, median }) };
  const { name, load, account } = chosen;
  return { account, reason: message("rule.expert", { name, place: position + 1, load, median }) };
}

function medianOf(values: readonly number[]): number {
  const ordered = values.toSorted((value, other) => value - other);
  const middle = (ordered.length - 1) / 2;
  return ((ordered[Math.floor(middle)] ?? 0) + (ordered[Math.ceil(middle)] ?? 0)) / 2;
}
