import type { REQUEST_SORTS } from "../../../contract/constants.ts";
import type { RequestState } from "../../../contract/requests/requests.ts";

export type RequestSort = (typeof REQUEST_SORTS)[number];

/** The filters of the list; an empty list means no restriction. */
export interface RequestFilter {
  text: string;
  states: readonly RequestState[];
  authors: readonly string[];
  /** Logins, and `NO_REVIEWER` for requests without a review and a request for one. */
  reviewers: readonly string[];
  labels: readonly string[];
  marks: readonly string[];
  sources: readonly string[];
  /** `yes`, `no`, a date as in a search, or days as `readDayRange` reads them. */
  merged: string | null;
  draft: "yes" | "no" | null;
  /** Without the requests of bots. */
  isWithoutBots: boolean;
  /** Only those that wait for a review: open, no drafts, and reviewed by no one but their author. */
  isWaiting: boolean;
}

/** The value by which the host selects requests without a reviewer. */
export const NO_REVIEWER = "none";

export const EMPTY_REQUEST_FILTER: RequestFilter = {
  text: "",
  states: [],
  authors: [],
  reviewers: [],
  labels: [],
  marks: [],
  sources: [],
  merged: null,
  draft: null,
  isWithoutBots: false,
  isWaiting: false,
};

/** Whether any filter is active. */
export const isRequestFilterSet = (filter: RequestFilter): boolean =>
  filter.text.trim() !== "" ||
  filter.merged !== null ||
  filter.draft !== null ||
  filter.isWithoutBots ||
  filter.isWaiting ||
  [filter.states, filter.authors, filter.reviewers, filter.labels, filter.marks, filter.sources].some(
    (chosen) => chosen.length > 0,
  );
