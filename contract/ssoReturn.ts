/**
 * The return address after single sign-on: the server writes it, the app parses it. Free of zod, so that the web app may import it. What
 * is returned is in the fragment, which no request carries and no log of a server has.
 */

/** Why a sign-in at an identity provider gave no session. */
export const SSO_FAILURES = [
  "expired",
  "denied",
  "unreachable",
  "invalid",
  "plan",
  "off",
  "address_missing",
  "address_unverified",
  "address_foreign",
  "other_company",
  "removed",
  "other_subject",
  "busy",
  "replayed",
  "unsolicited",
] as const;
export type SsoFailure = (typeof SSO_FAILURES)[number];

/** What the login page is given: a code to exchange for a session, the reason why there is none, or an address with which to begin. */
export type SsoReturn = { readonly code: string } | { readonly failure: SsoFailure } | { readonly begin: string };

/** The path of the web app that ends a sign-in. */
export const ssoReturnPath = (given: SsoReturn): string =>
  `/login#${"code" in given ? `sso-code=${given.code}` : "begin" in given ? `sso-begin=${encodeURIComponent(given.begin)}` : `sso-failure=${given.failure}`}`;

/** Parses the fragment of such an address; null for any other. */
export function readSsoReturn(fragment: string): SsoReturn | null {
  const given = new URLSearchParams(fragment.replace(/^#/, ""));
  const code = given.get("sso-code");
  if (code !== null && /^[\w-]{1,200}$/.test(code)) return { code };
  const begin = given.get("sso-begin");
  if (begin !== null && /^[\x21-\x7e]{3,254}$/.test(begin)) return { begin };
  const failure = SSO_FAILURES.find((name) => name === given.get("sso-failure"));
  return failure ? { failure } : null;
}
