/**
 * Tokens for agents at the API: what a program may ask with `Authorization: Bearer clew_mcp_…`. All of it only reads, and each call but
 * the one about the token itself is about one project, named in the path, that the token opens.
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
