/** The page of a provider that signs a person out (OpenID Connect RP-Initiated Logout 1.0). */
import type { AuthorizationServer } from "oauth4webapi";
import { OidcRefusedError } from "./OidcRefusedError.ts";
import type { OidcEgress } from "./OidcClient.ts";

/** Characters of an ID token in an address: servers refuse a line of 8 kB. */
const MAX_HINT = 4096;

/** An ID token, where it fits into an address. */
export const signOutHintOf = (idToken: string | undefined): string | undefined =>
  idToken !== undefined && idToken.length <= MAX_HINT ? idToken : undefined;

export interface OidcSignOut {
  readonly clientId: string;
  /** The ID token of the sign-in; null: the email address alone names the person. */
  readonly idToken: string | null;
  readonly email: string;
  readonly returnUrl: string;
  readonly state: string;
}

/** @returns undefined where the provider has no such page. @throws OidcRefusedError, SourceError for an address that no browser may be sent to */
export function signOutAddress(
  { end_session_endpoint: endpoint }: AuthorizationServer,
  { clientId, idToken, email, returnUrl, state }: OidcSignOut,
  egress: Pick<OidcEgress, "check">,
): string | undefined {
  if (endpoint === undefined) return undefined;
  if (!URL.canParse(endpoint)) throw new OidcRefusedError("end_session_endpoint");
  const url = new URL(endpoint);
  egress.check(url);
  url.searchParams.set("client_id", clientId);
  if (idToken === null) url.searchParams.set("logout_hint", email);
  else url.searchParams.set("id_token_hint", idToken);
  url.searchParams.set("post_logout_redirect_uri", returnUrl);
  url.searchParams.set("state", state);
  url.hash = "";
  return url.href;
}
