import * as endpoints from "virtual:endpoints";
import type { QuerySent } from "../../contract/callTypes.ts";
import type { Client } from "./client.ts";

/** A thing of a project, as a query of its connections names it. */
export type NodeAddress = Omit<QuerySent<"connected">, "project" | "kinds" | "limit">;

/** Lines of a file, as a query of their connections names them. */
export type LinesAddress = Omit<QuerySent<"connectedLines">, "project" | "kinds" | "limit">;

/** What is connected with what. */
export const createGraphService = ({ call }: Client) => ({
  connected: (project: string, query: Omit<QuerySent<"connected">, "project">, signal?: AbortSignal) =>
    call(endpoints.connected, { query: { ...query, project }, signal }),
  /** What names in a text mean. */
  named: (project: string, query: Omit<QuerySent<"namedThings">, "project">, signal?: AbortSignal) =>
    call(endpoints.namedThings, { query: { ...query, project }, signal }),
  connectedLines: (project: string, query: Omit<QuerySent<"connectedLines">, "project">, signal?: AbortSignal) =>
    call(endpoints.connectedLines, { query: { ...query, project }, signal }),
});
export type GraphService = ReturnType<typeof createGraphService>;
