import * as endpoints from "virtual:endpoints/checks";
import type { BodySent, QuerySent } from "../../contract/callTypes.ts";
import type { Client } from "./client.ts";

/** Findings about requests, and whether they are reported on those of a source. */
export const createChecksService = ({ call }: Client) => ({
  /** Who should review a request, what it closes, what it leaves out, and which pages name what it changes. */
  findings: (query: QuerySent<"requestFindings">, signal?: AbortSignal) =>
    call(endpoints.requestFindings, { query, signal }),
  get: (itemId: string, signal?: AbortSignal) => call(endpoints.getSourceChecks, { params: { itemId }, signal }),
  choose: (itemId: string, body: BodySent<"chooseSourceChecks">) =>
    call(endpoints.chooseSourceChecks, { params: { itemId }, body }),
  /** What would have been reported on the last ten requests. */
  preview: (itemId: string, signal?: AbortSignal) =>
    call(endpoints.previewSourceChecks, { params: { itemId }, signal }),
});
export type ChecksService = ReturnType<typeof createChecksService>;
