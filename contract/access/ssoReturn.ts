/**
 * The return address after single sign-on: the server writes it, the app parses it. Free of zod, so that the web app may import it. What
 * is returned is in the fragment, which no request carries and no log of a server has.
 */

/** What an Admin changes at the provider, or in the settings of it, before its answers are accepted. */
export const SSO_FAULTS = [
  "answer_unsigned",
  "answer_algorithm",
  "answer_key",
  "answer_encryption",
  "answer_audience",
  "answer_recipient",
  "answer_issuer",
  "answer_clock",
  "answer_name",
  "answer_error",
  "client_refused",
] as const;
export type SsoFault = (typeof SSO_FAULTS)[number];

/** Why a sign-in at an identity provider gave no session. */
export const SSO_FAILURES = [
  ...SSO_FAULTS,
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

/** How a sign-out that began here ended: confirmed by the provider, or ended here alone for all that is known. */
export const SSO_SIGN_OUTS = ["done", "here"] as const;
export type SsoSignOut = (typeof SSO_SIGN_OUTS)[number];

/** What the login page is given: a code to exchange for a session, the reason why there is none, an address with which to begin, or a sign-out. */
export type SsoReturn =
  | { readonly code: string }
  | { readonly failure: SsoFailure }
  | { readonly begin: string }
  | { readonly signedOut: SsoSignOut };

function fragmentOf(parameters: SsoReturn): string {
  if ("code" in parameters) return `sso-code=${parameters.code}`;
  if ("begin" in parameters) return `sso-begin=${encodeURIComponent(parameters.begin)}`;
  return "failure" in parameters ? `sso-failure=${parameters.failure}` : `sso-signed-out=${parameters.signedOut}`;
}

/** The path of the web app that ends a sign-in, or a sign-out. */
export const ssoReturnPath = (parameters: SsoReturn): string => `/login#${fragmentOf(parameters)}`;

/** Parses the fragment of such an address; null for any other. */
export function readSsoReturn(fragment: string): SsoReturn | null {
  const parameters = new URLSearchParams(fragment.replace(/^#/, ""));
  const code = parameters.get("sso-code");
  if (code !== null && /^[\w-]{1,200}$/.test(code)) return { code };
  const begin = parameters.get("sso-begin");
  if (begin !== null && /^[\x21-\x7e]{3,254}$/.test(begin)) return { begin };
  const failure = SSO_FAILURES.find((name) => name === parameters.get("sso-failure"));
  if (failure) return { failure };
  const signedOut = SSO_SIGN_OUTS.find((name) => name === parameters.get("sso-signed-out"));
  return signedOut ? { signedOut } : null;
}
