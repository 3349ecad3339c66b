/**
 * Endpoints for agents' tokens: what a program may call with `Authorization: Bearer clew_mcp_…`. All are read-only, and each but the one
 * about the token itself is scoped to one project, named in the path, that the token covers.
 */
import type { EndpointName } from "./endpoints.ts";

export const AGENT_CALLS = [
  "currentMcpToken",
  "getProject",
  "searchProject",
  "listIssues",
  "getIssue",
  "analyzeIssue",
  "localizeIssue",
  "localizeText",
  "issueExperts",
  "projectExperts",
  "expertContext",
  "similarIssues",
  "issueDocuments",
  "findDocuments",
  "getDocument",
  "relatedToDocument",
] as const satisfies readonly EndpointName[];
export type AgentCall = (typeof AGENT_CALLS)[number];

export const isAgentCall = (name: EndpointName): name is AgentCall =>
  (AGENT_CALLS as readonly EndpointName[]).includes(name);
