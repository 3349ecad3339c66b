/** What personal API tokens may do, for both sides. Free of zod, so that the web app may import it. */

/** `write` includes `read`. Which calls a scope opens is the column `scope` of the endpoint table. */
export const TOKEN_SCOPES = ["read", "write"] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

export const allowsScope = (granted: TokenScope, needed: TokenScope): boolean =>
  granted === "write" || granted === needed;

/** The prefix names the kind of token to people and to scanners of secrets; the last six characters are a checksum. */
export const API_TOKEN_PREFIX = "clew_pat_";

/** The greatest age in days; a company may demand less. */
export const API_TOKEN_MAX_DAYS = 366;
