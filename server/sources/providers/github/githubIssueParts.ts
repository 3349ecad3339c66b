/** States and labels of an issue on GitHub, as its writer compares them. */
import type { WritableIssue } from "./GithubWriteCalls.ts";

/** Why an issue is closed; `closed` where the host has no reasons. */
export const STATES = [
  { id: "open", state: "open" },
  { id: "completed", state: "closed" },
  { id: "not_planned", state: "closed" },
  { id: "closed", state: "closed" },
] as const;

/** A server of a company that is older than reasons for closing has no such field. */
export const hasReasons = ({ state_reason: reason }: WritableIssue): boolean => reason !== undefined;

/** The states that an issue can be given. */
export const statesFrom = (issue: WritableIssue) =>
  STATES.filter(
    ({ id, state }) => state !== issue.state && (id === "open" || (id !== "closed") === hasReasons(issue)),
  ).map(({ id, state }) => ({ id, name: id, state }));

/** A state as the offers name it: `open`, or why it is closed. */
export const issueStateOf = (issue: WritableIssue): string => {
  if (issue.state !== "closed") return "open";
  return hasReasons(issue) ? (issue.state_reason ?? "completed") : "closed";
};

/** Names of the labels of an issue. */
export const labelsOf = ({ labels }: WritableIssue): string[] =>
  (labels ?? []).flatMap((label) => (typeof label === "string" ? label : (label.name ?? [])));

/** GitHub compares names of labels and accounts in any case. */
export const isSameGithubName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
