import * as endpoints from "virtual:endpoints";
import type { QuerySent } from "../../contract/callTypes.ts";
import type { Client } from "./client.ts";

/** Experts, the knowledge map, and whether the user may be recommended. */
export const createExpertsService = ({ call }: Client) => ({
  project: (id: string, query: QuerySent<"projectExperts">, signal?: AbortSignal) =>
    call(endpoints.projectExperts, { params: { id }, query, signal }),
  issue: (id: string, issueId: string, signal?: AbortSignal) =>
    call(endpoints.issueExperts, { params: { id, issueId }, signal }),
  context: (id: string, query: QuerySent<"expertContext">, signal?: AbortSignal) =>
    call(endpoints.expertContext, { params: { id }, query, signal }),
  map: (id: string, query: QuerySent<"knowledgeMap">, signal?: AbortSignal) =>
    call(endpoints.knowledgeMap, { params: { id }, query, signal }),
  preference: (signal?: AbortSignal) => call(endpoints.getExpertPreference, { signal }),
  setPreference: (recommended: boolean) => call(endpoints.setExpertPreference, { body: { recommended } }),
});
export type ExpertsService = ReturnType<typeof createExpertsService>;
