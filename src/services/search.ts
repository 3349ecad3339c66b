import * as endpoints from "virtual:endpoints";
import type { QuerySent } from "../../contract/callTypes.ts";
import type { Client } from "./client.ts";

export const createSearchService = ({ call }: Client) => ({
  /** Over all projects of the caller, or those that the query names. */
  all: (query: QuerySent<"searchAll">, signal?: AbortSignal) => call(endpoints.searchAll, { query, signal }),
  /** The best results over all projects as CSV. */
  csvOfAll: (query: QuerySent<"exportSearchAll">, signal?: AbortSignal) =>
    call(endpoints.exportSearchAll, { query, signal }),
  /** Values of a filter over all projects of the caller, best first. */
  filterValuesOfAll: (query: QuerySent<"filterValuesOfAll">, signal?: AbortSignal) =>
    call(endpoints.filterValuesOfAll, { query, signal }),
  /** Names of files, symbols, issues, requests, pages and people. */
  goTo: (query: QuerySent<"goTo">, signal?: AbortSignal) => call(endpoints.goTo, { query, signal }),
  /** Values of a filter of the query language in a project, best first. */
  filterValues: (query: QuerySent<"filterValues">, signal?: AbortSignal) =>
    call(endpoints.filterValues, { query, signal }),
  project: (id: string, query: QuerySent<"searchProject">, signal?: AbortSignal) =>
    call(endpoints.searchProject, { params: { id }, query, signal }),
  /** The best results of a project's search as CSV. */
  csv: (id: string, query: QuerySent<"exportSearch">, signal?: AbortSignal) =>
    call(endpoints.exportSearch, { params: { id }, query, signal }),
  /** Numbers of matching lines of several files. */
  matchCounts: (query: QuerySent<"matchCounts">, signal?: AbortSignal) =>
    call(endpoints.matchCounts, { query, signal }),
  /** All matching lines of one file. */
  matches: (id: string, query: QuerySent<"fileMatches">, signal?: AbortSignal) =>
    call(endpoints.fileMatches, { params: { id }, query, signal }),
  /** The changed lines of a commit that match. */
  changes: (query: QuerySent<"commitChanges">, signal?: AbortSignal) =>
    call(endpoints.commitChanges, { query, signal }),
});
export type SearchService = ReturnType<typeof createSearchService>;
