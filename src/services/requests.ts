import * as endpoints from "virtual:endpoints";
import type { QuerySent } from "../../contract/callTypes.ts";
import type { Client } from "./client.ts";

/** The pull and merge requests of a project. */
export const createRequestsService = ({ call }: Client) => ({
  list: (id: string, query: QuerySent<"listRequests">, signal?: AbortSignal) =>
    call(endpoints.listRequests, { params: { id }, query, signal }),
  /** A request by its id, number or key. */
  get: (id: string, requestId: string, signal?: AbortSignal) =>
    call(endpoints.getRequest, { params: { id, requestId }, signal }),
  diff: (query: QuerySent<"requestDiff">, signal?: AbortSignal) => call(endpoints.requestDiff, { query, signal }),
  /** Past discussions at files. */
  discussions: (query: QuerySent<"codeDiscussions">, signal?: AbortSignal) =>
    call(endpoints.codeDiscussions, { query, signal }),
});
export type RequestsService = ReturnType<typeof createRequestsService>;
