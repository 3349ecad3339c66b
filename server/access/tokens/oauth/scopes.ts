import { OAUTH_SCOPES, type OauthScope } from "../../../../contract/access/mcpClients.ts";

/**
 * What a client asks for of what exists; reading where it names nothing.
 * @returns undefined where it names only what does not exist
 */
export function grantedScopes(scope: string | undefined): readonly OauthScope[] | undefined {
  const named = (scope ?? "").split(" ").filter(Boolean);
  if (named.length === 0) return ["read"];
  const scopes = OAUTH_SCOPES.filter((name) => named.includes(name));
  return scopes.length === 0 ? undefined : scopes;
}

/** The scope of a grant as a token answer names it. */
export const grantScopeOf = ({ writes }: { readonly writes: boolean }): string => (writes ? "read write" : "read");
