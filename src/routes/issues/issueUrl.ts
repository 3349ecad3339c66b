import { ISSUE_AGES, ISSUE_SORTS, ISSUE_STATES, ISSUE_TYPES } from "../../../contract/constants.ts";
import type { QuerySent } from "../../../contract/callTypes.ts";
import { readDayRange } from "../../../contract/query/dayRange.ts";
import { EMPTY_ISSUE_FILTER, type IssueAge, type IssueFilter } from "../../components/issues/issueFilter.ts";
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
      text,
      isWithoutBots,
      state: readOne(search, "state", [...ISSUE_STATES, "all"] as const) ?? EMPTY_ISSUE_FILTER.state,
      labels: readValues(search, "label"),
      marks: readValues(search, "mark"),
      assignees: readValues(search, "assignee"),
      authors: readValues(search, "author"),
      trackers: readValues(search, "tracker"),
      types: readKnown(search, "type", ISSUE_TYPES),
      statuses: readValues(search, "status"),
      trackerTypes: readValues(search, "tracker_type"),
      priorities: readValues(search, "priority"),
      milestones: readValues(search, "milestone"),
      components: readValues(search, "component"),
      age: readOne(search, "age", AGES),
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
  mark: filter.marks,
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
  ...filterQuery(filter, filter.state === EMPTY_ISSUE_FILTER.state ? null : filter.state),
  sort: sort === DEFAULT_SORT ? null : sort,
  column: isSame(columns, DEFAULT_ISSUE_COLUMNS) ? null : columns,
  peek: preview,
  selected: selected.slice(0, SELECTED_LIMIT),
});

/** The query that is sent to the host. */
export const issuesQuery = ({ filter, sort }: Pick<IssueUrlState, "filter" | "sort">): QuerySent<"listIssues"> =>
  omitEmpty({ ...filterQuery(filter, filter.state === "all" ? null : [filter.state]), sort });

/** Addresses with the same key show the same issues; the preview, the selection and the columns are local to the screen. */
export const issueDataKey = (search: URLSearchParams): string => JSON.stringify(issuesQuery(readIssueUrl(search)));
