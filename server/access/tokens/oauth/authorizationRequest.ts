/** What a client asks a user for: the query with which it opens the page of consent. */
import type { ConsentFault, OauthScope } from "../../../../contract/access/mcpClients.ts";
import type { OauthClientRow } from "../../../db/tables/tokens/oauthClients.ts";
import { Invalid } from "../../../errors.ts";
import { message } from "../../../messages/messages.ts";
import { isRegistered } from "./redirectUris.ts";
import { grantedScopes } from "./scopes.ts";

/** A SHA-256 in base64url. */
const CHALLENGE = /^[\w-]{43}$/;
const MAX_STATE_LENGTH = 2000;

export interface AuthorizationRequest {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly state: string | undefined;
  readonly challenge: string;
  readonly scopes: readonly OauthScope[];
  /** What is wrong with a request whose client and address are right; null: nothing. */
  readonly fault: ConsentFault | null;
}

/** A parameter that is there once (RFC 6749, 3.1). */
const single = (query: URLSearchParams, name: string): string | undefined => {
  const values = query.getAll(name);
  return values.length === 1 ? values[0] : undefined;
};

/** @throws Invalid for a query that names no client */
export function clientIdOf(query: URLSearchParams): string {
  const id = single(query, "client_id");
  if (id === undefined || id === "") throw new Invalid({ non_field_errors: [message("oauth_client.unknown")] });
  return id;
}

/**
 * Reads the request of a client.
 * @param resource the address of `/mcp`, the only one that access is given for
 * @throws Invalid where the address for the answer is not one of the client's: then nothing is sent there, not even an error
 */
export function readAuthorizationRequest(
  query: URLSearchParams,
  client: OauthClientRow,
  resource: string,
): AuthorizationRequest {
  const redirectUri = single(query, "redirect_uri");
  if (redirectUri === undefined || !isRegistered(redirectUri, client.redirect_uris))
    throw new Invalid({ non_field_errors: [message("oauth_client.redirect")] });
  const state = single(query, "state");
  const scopes = grantedScopes(single(query, "scope"));
  return {
    clientId: client.id,
    redirectUri,
    state: state !== undefined && state.length <= MAX_STATE_LENGTH ? state : undefined,
    challenge: single(query, "code_challenge") ?? "",
    scopes: scopes ?? [],
    fault: faultOf(query, resource, scopes),
  };
}

function faultOf(
  query: URLSearchParams,
  resource: string,
  scopes: readonly OauthScope[] | undefined,
): ConsentFault | null {
  const names = [...query.keys()];
  const isRepeated = names.some((name, at) => name !== "resource" && names.indexOf(name) !== at);
  const isTooLong = (query.get("state")?.length ?? 0) > MAX_STATE_LENGTH;
  // A request in a signed object, or at an address, is not read (RFC 9101).
  if (isRepeated || isTooLong || query.has("request") || query.has("request_uri")) return "invalid_request";
  if (query.get("response_type") !== "code") return "unsupported_response_type";
  // Another mode would bring the code to the client in another way than the one that is checked here.
  if ((query.get("response_mode") ?? "query") !== "query") return "invalid_request";
  if (query.get("code_challenge_method") !== "S256" || !CHALLENGE.test(query.get("code_challenge") ?? ""))
    return "invalid_request";
  if (!isResource(query.getAll("resource"), resource)) return "invalid_target";
  return scopes === undefined ? "invalid_scope" : null;
}

/** Whether a request names the one address that access is given for (RFC 8707). A slash at the end makes no difference. */
export function isResource(named: readonly string[], resource: string): boolean {
  const [first = "", ...more] = named;
  if (more.length > 0 || !URL.canParse(first)) return false;
  const canonical = (address: string): string => new URL(address).href.replace(/\/$/, "");
  return canonical(first) === canonical(resource);
}
