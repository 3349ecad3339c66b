import { z } from "zod";
import { AccessPolicy, AccessPolicyBody } from "./accessPolicy.ts";
import { ApiToken, ApiTokenBody, ApiTokenOptions, CurrentApiToken, NewApiToken } from "./apiTokens.ts";
import type { Endpoint } from "../endpoint.ts";
import { AllowMcpConsentBody, McpConsent, McpConsentAnswer, McpConsentQuery } from "./mcpClients.ts";

// A table: one call, one row.
/** Calls about personal API tokens, the consent to remote MCP clients, and what a company demands of sessions and tokens. */
// prettier-ignore
export const ACCESS_ENDPOINTS = {
  listApiTokens: { method: "GET", path: "users/me/api-tokens/", auth: "user", status: 200, response: z.array(ApiToken), runs: "main", agents: false, expired: true, confirm: false },
  createApiToken: { method: "POST", path: "users/me/api-tokens/", auth: "user", body: ApiTokenBody, status: 201, response: NewApiToken, runs: "main", agents: false, expired: false, confirm: true },
  apiTokenOptions: { method: "GET", path: "users/me/api-tokens/options/", auth: "user", status: 200, response: ApiTokenOptions, runs: "main", agents: false, expired: false, confirm: false },
  currentApiToken: { method: "GET", path: "users/me/api-tokens/current/", auth: "user", status: 200, response: CurrentApiToken, runs: "main", agents: false, scope: "read", expired: false, confirm: false },
  rotateApiToken: { method: "POST", path: "users/me/api-tokens/:tokenId/rotate/", auth: "user", status: 200, response: NewApiToken, runs: "main", agents: false, expired: false, confirm: true },
  getAccessPolicy: { method: "GET", path: "companies/:id/access-policy/", auth: "user", status: 200, response: AccessPolicy, runs: "main", agents: false, expired: false, confirm: false },
  setAccessPolicy: { method: "PUT", path: "companies/:id/access-policy/", auth: "user", body: AccessPolicyBody, status: 200, response: AccessPolicy, runs: "main", agents: false, expired: false, confirm: true },
  readMcpConsent: { method: "POST", path: "users/mcp-consent/", auth: "user", body: McpConsentQuery, status: 200, response: McpConsent, runs: "main", agents: false, expired: false, confirm: false },
  allowMcpConsent: { method: "POST", path: "users/mcp-consent/allow/", auth: "user", body: AllowMcpConsentBody, status: 201, response: McpConsentAnswer, runs: "main", agents: false, expired: false, confirm: true },
  denyMcpConsent: { method: "POST", path: "users/mcp-consent/deny/", auth: "user", body: McpConsentQuery, status: 200, response: McpConsentAnswer, runs: "main", agents: false, expired: false, confirm: false },
  deleteApiToken: { method: "DELETE", path: "users/me/api-tokens/:tokenId/", auth: "user", status: 204, response: null, runs: "main", agents: false, expired: true, confirm: false },
} as const satisfies Record<string, Endpoint>;
