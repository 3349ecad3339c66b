/** What the filters `assignee` and `mark` test: the rows of now, because no index has them. Read for a query with such a filter alone. */
import type { FilterName } from "../../../../contract/query/searchFilters.ts";
import type { FilterValue } from "../../../../contract/search/filterValues.ts";
import type { QueryNode } from "../../../../contract/query/queryNodes.ts";
import { leavesOf } from "../../../../contract/query/queryNodes.ts";
import { normalizeProse } from "../../../index/text/normalizeText.ts";

export const LIVE_FILTERS = ["assignee", "mark"] as const satisfies readonly FilterName[];
export type LiveFilter = (typeof LIVE_FILTERS)[number];

/** One value of an item. */
export interface LiveValue {
  /** As it is suggested: the login of an assignee, the text of a mark. */
  readonly value: string;
  /** What it can be called, folded as prose. */
  readonly names: readonly string[];
  readonly addresses: readonly string[];
}

/** The values of items: of an issue or a request by its id, of a page by `livePageKey`. */
export type LiveColumn = ReadonlyMap<string, readonly LiveValue[]>;
/** The columns of the filters that a query has. */
export type LiveColumns = Partial<Record<LiveFilter, LiveColumn>>;

export const livePageKey = (source: string, path: string): string => `${source} ${path}`;

export const isLiveFilter = (name: FilterName): name is LiveFilter => LIVE_FILTERS.some((filter) => filter === name);

/** The filters of a query that need a column. */
export const liveFiltersOf = (root: QueryNode): ReadonlySet<LiveFilter> =>
  new Set(leavesOf(root).flatMap(({ leaf }) => (leaf.kind === "filter" && isLiveFilter(leaf.name) ? leaf.name : [])));

/** Values of a column with how many items have each: those that begin with the text first, then those that contain it, each by number. */
export function liveValues(column: LiveColumn | undefined, text: string, limit: number): FilterValue[] {
  const counts = new Map<string, number>();
  for (const values of column?.values() ?? [])
    for (const { value } of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const typed = normalizeProse(text.trim());
  return [...counts]
    .map(([value, count]) => ({ value, count, at: normalizeProse(value).indexOf(typed) }))
    .filter(({ value, at }) => value !== "" && at >= 0)
    .sort((a, b) => Number(a.at > 0) - Number(b.at > 0) || b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, limit)
    .map(({ value, count }) => ({ value, count }));
}
