/** Where and how people sign in at the providers. */
import type { INTEGRATIONS } from "../../../contract/constants.ts";
import { CALENDAR_PROVIDERS } from "../calendar/calendarProviders.ts";
import type { OauthClientSettings, OauthRules, OauthService } from "../connector/oauthTypes.ts";
import { CONNECTORS } from "./connectorRegistry.ts";

export type OauthProviderName = (typeof INTEGRATIONS)[number];

export interface OauthProvider extends OauthRules {
  readonly name: OauthProviderName;
  /** Where accounts are connected. Their tokens belong to it, see `serviceOf`. */
  readonly origin: string;
}

/** The account, the registration and the rules of each provider. */
export const OAUTH_SERVICES: Readonly<Record<OauthProviderName, OauthService>> = {
  github: CONNECTORS.github.oauth,
  gitlab: CONNECTORS.gitlab.oauth,
  bitbucket: CONNECTORS.bitbucket.oauth,
  jira: CONNECTORS.jira.oauth,
  google_calendar: CALENDAR_PROVIDERS.google_calendar.oauth,
  outlook_calendar: CALENDAR_PROVIDERS.outlook_calendar.oauth,
};

/** Everything about signing in at a provider, its public addresses or those of a self-hosted server. */
export function oauthProvider(name: OauthProviderName, settings: OauthClientSettings): OauthProvider {
  const rules = OAUTH_SERVICES[name].rules(settings);
  return { name, ...rules, origin: new URL(rules.authorize).origin };
}
