import type { ISSUE_AGES, ISSUE_TYPES } from "../../../contract/constants.ts";
import type { IssueState } from "../../../contract/issues/issues.ts";

export type IssueType = (typeof ISSUE_TYPES)[number];
export type IssueAge = keyof typeof ISSUE_AGES;

/** The filters of the list; an empty list means no restriction. */
export interface IssueFilter {
  text: string;
  state: IssueState | "all";
  labels: readonly string[];
  marks: readonly string[];
  /** Ids of people, and `UNASSIGNED` for issues without an assignee. */
  assignees: readonly string[];
  authors: readonly string[];
  trackers: readonly string[];
  types: readonly IssueType[];
  /** Names of the tracker. */
  statuses: readonly string[];
  trackerTypes: readonly string[];
  priorities: readonly string[];
  milestones: readonly string[];
  components: readonly string[];
  /** Time since it was opened. */
  age: IssueAge | null;
  /** Days as `readDayRange` reads them: of the report, the closing and the last activity. */
  created: string | null;
  closed: string | null;
  updated: string | null;
  /** Without the issues that bots have reported. */
  isWithoutBots: boolean;
}

/** The value by which the host selects issues without an assignee. */
export const UNASSIGNED = "none";

/** The list as it opens: the open issues. */
export const EMPTY_ISSUE_FILTER: IssueFilter = {
  text: "",
  state: "open",
  labels: [],
  marks: [],
  assignees: [],
  authors: [],
  trackers: [],
  types: [],
  statuses: [],
  trackerTypes: [],
  priorities: [],
  milestones: [],
  components: [],
  age: null,
  created: null,
  closed: null,
  updated: null,
  isWithoutBots: false,
};

/** Whether the filter is another one than that of the list as it opens. */
export const isIssueFilterSet = (filter: IssueFilter): boolean =>
  filter.text.trim() !== "" ||
  filter.state !== EMPTY_ISSUE_FILTER.state ||
  filter.isWithoutBots ||
  [filter.age, filter.created, filter.closed, filter.updated].some((value) => value !== null) ||
  [
    filter.labels,
    filter.marks,
    filter.assignees,
    filter.authors,
    filter.trackers,
    filter.types,
    filter.statuses,
    filter.trackerTypes,
    filter.priorities,
    filter.milestones,
    filter.components,
  ].some((chosen) => chosen.length > 0);
