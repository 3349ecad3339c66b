import { REQUEST_SORTS, REQUEST_STATES } from "../../../contract/constants.ts";
import type { QuerySent } from "../../../contract/callTypes.ts";
import { readDayRange } from "../../../contract/query/dayRange.ts";
import { filterValue } from "../../../contract/query/searchFilters.ts";
import type { RequestFilter, RequestSort } from "../../components/requests/requestFilter.ts";
import { botsParam, omitEmpty, readKnown, readOne, readShared, readValues } from "../lists/listUrl.ts";
import type { Query } from "../paths.ts";

/** The state of the list that a link restores. */
export interface RequestUrlState {
  readonly filter: RequestFilter;
  readonly sort: RequestSort;
  /** The request in the preview. */
  readonly preview: string | null;
}

const DEFAULT_SORT: RequestSort = "-updated_at";

/** Parses an address; unknown values are ignored. */
export function readRequestUrl(search: URLSearchParams): RequestUrlState {
  const { text, isWithoutBots, preview } = readShared(search);
  const merged = search.get("merged");
  return {
    filter: {
      text,
      isWithoutBots,
      states: readKnown(search, "state", REQUEST_STATES),
      authors: readValues(search, "author"),
      reviewers: readValues(search, "reviewer"),
      labels: readValues(search, "label"),
      marks: readValues(search, "mark"),
      sources: readValues(search, "source"),
      merged: merged === null ? null : readDayRange(merged) ? merged : filterValue("merged", merged),
      draft: readOne(search, "draft", ["yes", "no"]),
      isWaiting: search.get("waiting") === "yes",
    },
    sort: readOne(search, "sort", REQUEST_SORTS) ?? DEFAULT_SORT,
    preview,
  };
}

/** The filter as parameters, which the address and the host name alike. */
const filterQuery = (filter: RequestFilter) => ({
  q: filter.text.trim(),
  state: filter.states,
  author: filter.authors,
  reviewer: filter.reviewers,
  label: filter.labels,
  mark: filter.marks,
  source: filter.sources,
  merged: filter.merged,
  draft: filter.draft,
  bots: botsParam(filter.isWithoutBots),
  waiting: filter.isWaiting ? ("yes" as const) : null,
});

/** The query of an address; defaults are omitted. */
export const requestUrlQuery = ({ filter, sort, preview }: RequestUrlState): Query => ({
  ...filterQuery(filter),
  sort: sort === DEFAULT_SORT ? null : sort,
  peek: preview,
});

/** The query that is sent to the host. */
export const requestsQuery = ({ filter, sort }: Pick<RequestUrlState, "filter" | "sort">): QuerySent<"listRequests"> =>
  omitEmpty({ ...filterQuery(filter), sort });

/** Addresses with the same key show the same requests; the preview is local to the screen. */
export const requestDataKey = (search: URLSearchParams): string =>
  JSON.stringify(requestsQuery(readRequestUrl(search)));
