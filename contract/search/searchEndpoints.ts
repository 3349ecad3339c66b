import { z } from "zod";
import type { Endpoint } from "../endpoint.ts";
import { FilterValues, FilterValuesOfAllQuery, FilterValuesQuery } from "./filterValues.ts";
import { GoToAnswer, GoToQuery } from "./goTo.ts";
import { SavedSearch, SavedSearchBody, SavedSearchUpdate, SavedSearchesQuery } from "./savedSearches.ts";
import {
  FileMatches,
  FileMatchesQuery,
  MatchCounts,
  MatchCountsQuery,
  SearchAllAnswer,
  SearchAllExportQuery,
  SearchAllQuery,
  SearchAnswer,
  SearchExportQuery,
  SearchQuery,
} from "./search.ts";

// A table: one call, one row.
/** Calls of search, of the go-to palette and of saved searches. */
// prettier-ignore
export const SEARCH_ENDPOINTS = {
  goTo: { method: "GET", path: "go-to/", auth: "user", query: GoToQuery, status: 200, response: GoToAnswer, runs: "main", agents: false, scope: "read", expired: false, confirm: false },
  searchAll: { method: "GET", path: "search/", auth: "user", query: SearchAllQuery, status: 200, response: SearchAllAnswer, runs: "main", agents: false, scope: "read", expired: false, confirm: false },
  exportSearchAll: { method: "GET", path: "search/export/", auth: "user", query: SearchAllExportQuery, status: 200, response: null, type: "text/csv", runs: "main", agents: false, scope: "read", expired: false, confirm: false },
  filterValuesOfAll: { method: "GET", path: "search/filter-values/", auth: "user", query: FilterValuesOfAllQuery, status: 200, response: FilterValues, runs: "main", agents: false, scope: "read", expired: false, confirm: false },
  searchProject: { method: "GET", path: "projects/:id/search/", auth: "user", query: SearchQuery, status: 200, response: SearchAnswer, runs: "engine", agents: true, scope: "read", expired: false, confirm: false },
  exportSearch: { method: "GET", path: "projects/:id/search/export/", auth: "user", query: SearchExportQuery, status: 200, response: null, type: "text/csv", runs: "engine", agents: false, scope: "read", expired: false, confirm: false },
  fileMatches: { method: "GET", path: "projects/:id/search/matches/", auth: "user", query: FileMatchesQuery, status: 200, response: FileMatches, runs: "engine", agents: true, scope: "read", expired: false, confirm: false },
  matchCounts: { method: "GET", path: "match-counts/", auth: "user", query: MatchCountsQuery, status: 200, response: MatchCounts, runs: "engine", agents: false, scope: "read", expired: false, confirm: false },
  filterValues: { method: "GET", path: "filter-values/", auth: "user", query: FilterValuesQuery, status: 200, response: FilterValues, runs: "engine", agents: true, scope: "read", expired: false, confirm: false },
  listSavedSearches: { method: "GET", path: "saved-searches/", auth: "user", query: SavedSearchesQuery, status: 200, response: z.array(SavedSearch), runs: "main", agents: false, scope: "read", expired: false, confirm: false },
  createSavedSearch: { method: "POST", path: "projects/:id/saved-searches/", auth: "user", body: SavedSearchBody, status: 201, response: SavedSearch, runs: "main", agents: false, scope: "write", expired: false, confirm: false },
  createCompanySearch: { method: "POST", path: "saved-searches/", auth: "user", body: SavedSearchBody, status: 201, response: SavedSearch, runs: "main", agents: false, scope: "write", expired: false, confirm: false },
  updateSavedSearch: { method: "PUT", path: "saved-searches/:searchId/", auth: "user", body: SavedSearchUpdate, status: 200, response: SavedSearch, runs: "main", agents: false, scope: "write", expired: false, confirm: false },
  deleteSavedSearch: { method: "DELETE", path: "saved-searches/:searchId/", auth: "user", status: 204, response: null, runs: "main", agents: false, scope: "write", expired: false, confirm: false },
  watchSavedSearch: { method: "PUT", path: "saved-searches/:searchId/watch/", auth: "user", status: 200, response: SavedSearch, runs: "main", agents: false, scope: "write", expired: false, confirm: false },
  unwatchSavedSearch: { method: "DELETE", path: "saved-searches/:searchId/watch/", auth: "user", status: 200, response: SavedSearch, runs: "main", agents: false, scope: "write", expired: false, confirm: false },
} as const satisfies Record<string, Endpoint>;
