import type { Endpoint } from "../endpoint.ts";
import {
  ChangeRequest,
  CodeDiscussions,
  DiscussionsQuery,
  RequestDiff,
  RequestDiffQuery,
  RequestPage,
  RequestsQuery,
} from "./requests.ts";

// A table: one call, one row.
/** Calls about requests and their discussions. */
// prettier-ignore
export const REQUEST_ENDPOINTS = {
  listRequests: { method: "GET", path: "projects/:id/requests/", auth: "user", query: RequestsQuery, status: 200, response: RequestPage, runs: "main", agents: true, scope: "read", expired: false, confirm: false },
  getRequest: { method: "GET", path: "projects/:id/requests/:requestId/", auth: "user", status: 200, response: ChangeRequest, runs: "main", agents: true, scope: "read", expired: false, confirm: false },
  requestDiff: { method: "GET", path: "request-diff/", auth: "user", query: RequestDiffQuery, status: 200, response: RequestDiff, runs: "engine", agents: true, scope: "read", expired: false, confirm: false },
  codeDiscussions: { method: "GET", path: "discussions/", auth: "user", query: DiscussionsQuery, status: 200, response: CodeDiscussions, runs: "engine", agents: false, scope: "read", expired: false, confirm: false },
} as const satisfies Record<string, Endpoint>;
