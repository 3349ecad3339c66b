/** The consent of a user to a remote MCP client that signs in by OAuth 2.1. */
import { z } from "zod";
import { Slug } from "../fieldSchemas.ts";

/** What a client may ask for: `read` are the tools that read, `write` those that change issues. */
export const OAUTH_SCOPES = ["read", "write"] as const;
export type OauthScope = (typeof OAUTH_SCOPES)[number];

/** Characters of the query with which a client opens the page. */
export const MAX_CONSENT_QUERY = 8000;

/** Where the browser is sent with the answer: a site, a program of this machine that listens, or one that has a scheme of its own. */
export const RedirectTarget = z.object({
  kind: z.enum(["web", "loopback", "app"]),
  /** The host with its port, or the scheme. */
  name: z.string(),
});
export type RedirectTarget = z.infer<typeof RedirectTarget>;

export const McpConsentQuery = z.object({
  /** The query of the page as the client wrote it, without the question mark. */
  query: z.string().max(MAX_CONSENT_QUERY),
});

/** Why a request of a client cannot be granted, by the codes of OAuth. */
export const ConsentFault = z.enum(["invalid_request", "invalid_scope", "invalid_target", "unsupported_response_type"]);
export type ConsentFault = z.infer<typeof ConsentFault>;

export const McpConsent = z.object({
  /** As the client calls itself. Anyone may choose any name. */
  client_name: z.string(),
  /** The host that publishes what the client says of itself; null for a client that registered itself. */
  client_host: z.string().nullable(),
  redirect: RedirectTarget,
  /** Whether the client asks to change issues. */
  asks_write: z.boolean(),
  fault: ConsentFault.nullable(),
});
export type McpConsent = z.infer<typeof McpConsent>;

export const AllowMcpConsentBody = McpConsentQuery.extend({
  projects: z.array(Slug).min(1, "field.required").max(200),
  /** Only where the client asks for it, and the caller is Owner or Maintainer of each of the projects. */
  writes: z.boolean().default(false),
});

/** Where the browser is sent with the answer. */
export const McpConsentAnswer = z.object({ redirect: z.string() });
