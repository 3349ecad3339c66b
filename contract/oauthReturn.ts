/**
 * Where the browser comes back to after it was sent to a provider to connect an account: the server writes the address, the app reads it.
 * Free of zod, so that the web app may import it.
 */
import { INTEGRATIONS } from "./constants.ts";

type Integration = (typeof INTEGRATIONS)[number];

/** `denied`: the person said no at the provider; `expired`: the round took too long or was not begun here; `failed`: anything else. */
export const OAUTH_OUTCOMES = ["connected", "denied", "expired", "failed"] as const;
export type OauthOutcome = (typeof OAUTH_OUTCOMES)[number];

/** The path of the web app that tells how it went. */
export const oauthReturnPath = (provider: Integration, outcome: OauthOutcome): string =>
  `/settings?tab=integrations&provider=${provider}&outcome=${outcome}`;

/** What such an address tells, or null for any other. */
export function readOauthReturn(search: URLSearchParams): { provider: Integration; outcome: OauthOutcome } | null {
  const provider = INTEGRATIONS.find((name) => name === search.get("provider"));
  const outcome = OAUTH_OUTCOMES.find((name) => name === search.get("outcome"));
  return provider && outcome ? { provider, outcome } : null;
}
