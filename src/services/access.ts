import * as endpoints from "virtual:endpoints/access";
import type { BodySent } from "../../contract/callTypes.ts";
import type { Client } from "./client.ts";

export type AccessPolicyDraft = BodySent<"setAccessPolicy">;
export type ApiTokenDraft = BodySent<"createApiToken">;

/** Personal API tokens of the user, the consent to remote MCP clients, and what a company demands of sessions and tokens. */
export const createAccessService = ({ call, send }: Client) => ({
  policy: (id: string, signal?: AbortSignal) => call(endpoints.getAccessPolicy, { params: { id }, signal }),
  setPolicy: (id: string, body: AccessPolicyDraft) => call(endpoints.setAccessPolicy, { params: { id }, body }),
  apiTokens: (signal?: AbortSignal) => call(endpoints.listApiTokens, { signal }),
  apiTokenOptions: (signal?: AbortSignal) => call(endpoints.apiTokenOptions, { signal }),
  /** The secret is only in this response, and in that of `rotateApiToken`. */
  createApiToken: (body: ApiTokenDraft) => call(endpoints.createApiToken, { body }),
  rotateApiToken: (tokenId: string) => call(endpoints.rotateApiToken, { params: { tokenId } }),
  mcpConsent: (query: string, signal?: AbortSignal) => call(endpoints.readMcpConsent, { body: { query }, signal }),
  allowMcpConsent: (body: BodySent<"allowMcpConsent">) => call(endpoints.allowMcpConsent, { body }),
  denyMcpConsent: (query: string) => call(endpoints.denyMcpConsent, { body: { query } }),
  deleteApiToken: (tokenId: string) => send(endpoints.deleteApiToken, { params: { tokenId } }),
});
export type AccessService = ReturnType<typeof createAccessService>;
