import { REQUEST_SORTS, REQUEST_STATES, TEXT_LIMITS } from "../../../contract/constants.ts";
import type { QuerySent } from "../../../contract/callTypes.ts";
import { readDayRange } from "../../../contract/query/dayRange.ts";
import { filterValue } from "../../../contract/query/searchFilters.ts";
import type { RequestFilter, RequestSort } from "../../components/requests/requestFilter.ts";
import type { Query } from "../paths.ts";

/** The state of the list that a link restores. */
export interface RequestUrlState {
  readonly filter: RequestFilter;
  readonly sort: RequestSort;
  /** The request in the preview. */
  readonly preview: string | null;
}

const DEFAULT_SORT: RequestSort = "-updated_at";
/** Maximum of values of one kind that the host accepts. */
const VALUES_LIMIT = 100;

/** Parses an address; unknown values are ignored. */
export function readRequestUrl(search: URLSearchParams): RequestUrlState {
  const all = (name: string): string[] => [...new Set(search.getAll(name))].slice(0, VALUES_LIMIT);
  const merged = search.get("merged");
  const draft = search.get("draft");
  return {
    filter: {
      text: (search.get("q") ?? "").slice(0, TEXT_LIMITS.query),
      states: REQUEST_STATES.filter((state) => search.getAll("state").includes(state)),
      authors: all("author"),
      reviewers: all("reviewer"),
      labels: all("label"),
      sources: all("source"),
      merged: merged === null ? null : readDayRange(merged) ? merged : filterValue("merged", merged),
      draft: draft === "yes" || draft === "no" ? draft : null,
      isWithoutBots: search.get("bots") === "no",
      isWaiting: search.get("waiting") === "yes",
    },
    sort: REQUEST_SORTS.find((sort) => sort === search.get("sort")) ?? DEFAULT_SORT,
    preview: search.get("peek"),
  };
}

/** The query of an address; defaults are omitted. */
export const requestUrlQuery = ({ filter, sort, preview }: RequestUrlState): Query => ({
  q: filter.text.trim(),
  state: filter.states,
  author: filter.authors,
  reviewer: filter.reviewers,
  label: filter.labels,
  source: filter.sources,
  merged: filter.merged,
  draft: filter.draft,
  bots: filter.isWithoutBots ? "no" : null,
  waiting: filter.isWaiting ? "yes" : null,
  sort: sort === DEFAULT_SORT ? null : sort,
  peek: preview,
});

/** The query that is sent to the host. */
export const requestsQuery = ({
  filter,
  sort,
}: Pick<RequestUrlState, "filter" | "sort">): QuerySent<"listRequests"> => ({
  ...(filter.text.trim() && { q: filter.text.trim() }),
  ...(filter.states.length > 0 && { state: [...filter.states] }),
  ...(filter.authors.length > 0 && { author: [...filter.authors] }),
  ...(filter.reviewers.length > 0 && { reviewer: [...filter.reviewers] }),
  ...(filter.labels.length > 0 && { label: [...filter.labels] }),
  ...(filter.sources.length > 0 && { source: [...filter.sources] }),
  ...(filter.merged !== null && { merged: filter.merged }),
  ...(filter.draft !== null && { draft: filter.draft }),
  ...(filter.isWithoutBots && { bots: "no" }),
  ...(filter.isWaiting && { waiting: "yes" }),
  sort,
});

/** Addresses with the same key show the same requests; the preview is local to the screen. */
export const dataKey = (search: URLSearchParams): string => JSON.stringify(requestsQuery(readRequestUrl(search)));
