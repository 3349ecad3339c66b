import type { ISSUE_AGES, ISSUE_TYPES } from "../../../contract/constants.ts";
import type { IssueState } from "../../../contract/issues.ts";

export type IssueType = (typeof ISSUE_TYPES)[number];
export type IssueAge = keyof typeof ISSUE_AGES;

/** The filters of the list; an empty list means no restriction. */
export interface IssueFilter {
  text: string;
  state: IssueState | "all";
  labels: readonly string[];
  /** Ids of people, and `UNASSIGNED` for issues without an assignee. */
  assignees: readonly string[];
  authors: readonly string[];
  trackers: readonly string[];
  types: readonly IssueType[];
  /** Time since it was opened. */
  age: IssueAge | null;
}

/** The value by which the host selects issues without an assignee. */
export const UNASSIGNED = "none";

export const EMPTY_FILTER: IssueFilter = {
  text: "",
  state: "all",
  labels: [],
  assignees: [],
  authors: [],
  trackers: [],
  types: [],
  age: null,
};

/** Whether any filter is active. */
export const isNarrowed = (filter: IssueFilter): boolean =>
  filter.text.trim() !== "" ||
  filter.state !== "all" ||
  filter.age !== null ||
  [filter.labels, filter.assignees, filter.authors, filter.trackers, filter.types].some((chosen) => chosen.length > 0);
