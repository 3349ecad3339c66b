import * as endpoints from "virtual:endpoints";
import type { QuerySent } from "../../contract/callTypes.ts";
import type { Client } from "./client.ts";

/** What names in the code of a project mean, and where they are used. */
export const createReferencesService = ({ call }: Client) => ({
  definitions: (query: QuerySent<"definitions">, signal?: AbortSignal) =>
    call(endpoints.definitions, { query, signal }),
  references: (query: QuerySent<"references">, signal?: AbortSignal) => call(endpoints.references, { query, signal }),
  calls: (query: QuerySent<"callHierarchy">, signal?: AbortSignal) => call(endpoints.callHierarchy, { query, signal }),
});
export type ReferencesService = ReturnType<typeof createReferencesService>;
