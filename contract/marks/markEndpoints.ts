import type { Endpoint } from "../endpoint.ts";
import { Mark, NewMarkBody } from "./marks.ts";

// A table: one call, one row.
/** Calls about marks. The items themselves have their marks. */
// prettier-ignore
export const MARK_ENDPOINTS = {
  addMark: { method: "POST", path: "projects/:id/marks/", auth: "user", body: NewMarkBody, status: 201, response: Mark, runs: "main", agents: false, scope: "write", expired: false, confirm: false },
  removeMark: { method: "DELETE", path: "projects/:id/marks/:markId/", auth: "user", status: 204, response: null, runs: "main", agents: false, scope: "write", expired: false, confirm: false },
} as const satisfies Record<string, Endpoint>;
