/**
 * The return address after OAuth at a provider: the server writes it, the app parses it. Free of zod, so that the web app may import it.
 */
import { INTEGRATIONS } from "../constants.ts";

type Integration = (typeof INTEGRATIONS)[number];

/** `denied`: the user declined at the provider; `expired`: the flow took too long or was not started here; `failed`: anything else. */
const OAUTH_OUTCOMES = ["connected", "denied", "expired", "failed"] as const;
export type OauthOutcome = (typeof OAUTH_OUTCOMES)[number];

/** The path of the web app that shows the outcome. */
export const oauthReturnPath = (provider: Integration, outcome: OauthOutcome): string =>
  `/settings/integrations?provider=${provider}&outcome=${outcome}`;

/** Parses such an address; null for any other. */
export function readOauthReturn(search: URLSearchParams): { provider: Integration; outcome: OauthOutcome } | null {
  const provider = INTEGRATIONS.find((name) => name === search.get("provider"));
  const outcome = OAUTH_OUTCOMES.find((name) => name === search.get("outcome"));
  return provider && outcome ? { provider, outcome } : null;
}
