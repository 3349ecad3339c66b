import type { IssueState } from "../../../contract/issues.ts";

/** What narrows the list; an empty list means everything. */
export interface IssueFilter {
  text: string;
  state: IssueState | "all";
  labels: readonly string[];
  /** Ids of people, and `NOBODY` for issues that nobody is assigned to. */
  assignees: readonly string[];
  authors: readonly string[];
  trackers: readonly string[];
}

/** The value that the host takes for "nobody is assigned". */
export const NOBODY = "none";

export const EMPTY_FILTER: IssueFilter = {
  text: "",
  state: "all",
  labels: [],
  assignees: [],
  authors: [],
  trackers: [],
};

/** Whether anything is left out of the list. */
export const isNarrowed = (filter: IssueFilter): boolean =>
  filter.text.trim() !== "" ||
  filter.state !== "all" ||
  [filter.labels, filter.assignees, filter.authors, filter.trackers].some((chosen) => chosen.length > 0);
