import { ISSUE_AGES, ISSUE_SORTS, ISSUE_STATES, ISSUE_TYPES } from "../../../contract/constants.ts";
import type { QuerySent } from "../../../contract/callTypes.ts";
import { readDayRange } from "../../../contract/query/dayRange.ts";
import { EMPTY_FILTER, type IssueAge, type IssueFilter } from "../../components/issues/issueFilter.ts";
import {
  columnOf,
  DEFAULT_ISSUE_COLUMNS,
  ISSUE_COLUMNS,
  type IssueColumn,
  type IssueSort,
} from "../../components/issues/issueColumns.ts";
import { botsParam, omitEmpty, readKnown, readOne, readShared, readValues } from "../lists/listUrl.ts";
import type { Query } from "../paths.ts";

/** The state of the list that a link restores. */
export interface IssueUrlState {
  readonly filter: IssueFilter;
  readonly sort: IssueSort;
  readonly columns: readonly IssueColumn[];
  /** The issue in the preview. */
  readonly preview: string | null;
  /** Selected issues, in the order of their selection. */
  readonly selected: readonly string[];
}

const DEFAULT_SORT: IssueSort = "-updated_at";
/** Maximum of selected issues in an address; a longer address would be rejected by some hosts. */
export const SELECTED_LIMIT = 100;

const AGES = Object.keys(ISSUE_AGES) as IssueAge[];

const isSame = (a: readonly string[], b: readonly string[]): boolean => a.join() === b.join();

const dayRangeOf = (text: string | null): string | null => (text !== null && readDayRange(text) ? text : null);

/** Parses an address; unknown values are ignored. */
export function readIssueUrl(search: URLSearchParams): IssueUrlState {
  const { text, isWithoutBots, preview } = readShared(search);
  const columns = new Set(search.getAll("column"));
  const chosen = ISSUE_COLUMNS.filter((column) => columns.has(column) || columnOf(column).isFixed);
  return {
    filter: {
      text: (search.get("q") ?? "").slice(0, TEXT_LIMITS.query),
      state: ([...ISSUE_STATES, "all"] as const).find((state) => state === search.get("state")) ?? EMPTY_FILTER.state,
      labels: all("label"),
      assignees: all("assignee"),
      authors: all("author"),
      trackers: all("tracker"),
      types: ISSUE_TYPES.filter((type) => search.getAll("type").includes(type)),
      statuses: all("status"),
      trackerTypes: all("tracker_type"),
      priorities: all("priority"),
      milestones: all("milestone"),
      components: all("component"),
      age: AGES.find((age) => age === search.get("age")) ?? null,
      created: dayRangeOf(search.get("created")),
      closed: dayRangeOf(search.get("closed")),
      updated: dayRangeOf(search.get("updated")),
    },
    sort: readOne(search, "sort", ISSUE_SORTS) ?? DEFAULT_SORT,
    columns: columns.size > 0 ? chosen : DEFAULT_ISSUE_COLUMNS,
    preview,
    selected: [...new Set(search.getAll("selected"))].slice(0, SELECTED_LIMIT),
  };
}

/** The filter as parameters, which the address and the host name alike; without a state, each has another default. */
const filterQuery = <S>(filter: IssueFilter, state: S) => ({
  q: filter.text.trim(),
  state,
  label: filter.labels,
  assignee: filter.assignees,
  author: filter.authors,
  tracker: filter.trackers,
  type: filter.types,
  status: filter.statuses,
  tracker_type: filter.trackerTypes,
  priority: filter.priorities,
  milestone: filter.milestones,
  component: filter.components,
  age: filter.age,
  created: filter.created,
  closed: filter.closed,
  updated: filter.updated,
  bots: botsParam(filter.isWithoutBots),
});

/** The query of an address; defaults are omitted. */
export const issueUrlQuery = ({ filter, sort, columns, preview, selected }: IssueUrlState): Query => ({
  ...filterQuery(filter, filter.state === EMPTY_FILTER.state ? null : filter.state),
  sort: sort === DEFAULT_SORT ? null : sort,
  column: isSame(columns, DEFAULT_ISSUE_COLUMNS) ? null : columns,
  peek: preview,
  selected: selected.slice(0, SELECTED_LIMIT),
});

/** The query that is sent to the host. */
export const issuesQuery = ({ filter, sort }: Pick<IssueUrlState, "filter" | "sort">): QuerySent<"listIssues"> => ({
  ...(filter.text.trim() && { q: filter.text.trim() }),
  ...(filter.state !== "all" && { state: [filter.state] }),
  ...(filter.labels.length > 0 && { label: [...filter.labels] }),
  ...(filter.assignees.length > 0 && { assignee: [...filter.assignees] }),
  ...(filter.authors.length > 0 && { author: [...filter.authors] }),
  ...(filter.trackers.length > 0 && { tracker: [...filter.trackers] }),
  ...(filter.types.length > 0 && { type: [...filter.types] }),
  ...(filter.statuses.length > 0 && { status: [...filter.statuses] }),
  ...(filter.trackerTypes.length > 0 && { tracker_type: [...filter.trackerTypes] }),
  ...(filter.priorities.length > 0 && { priority: [...filter.priorities] }),
  ...(filter.milestones.length > 0 && { milestone: [...filter.milestones] }),
  ...(filter.components.length > 0 && { component: [...filter.components] }),
  ...(filter.age !== null && { age: filter.age }),
  ...(filter.created !== null && { created: filter.created }),
  ...(filter.closed !== null && { closed: filter.closed }),
  ...(filter.updated !== null && { updated: filter.updated }),
  ...(filter.isWithoutBots && { bots: "no" }),
  sort,
});

/** Addresses with the same key show the same issues; the preview, the selection and the columns are local to the screen. */
export const dataKey = (search: URLSearchParams): string => JSON.stringify(issuesQuery(readIssueUrl(search)));
