/** Where and how people sign in at the providers. */
import type { INTEGRATIONS } from "../../../contract/constants.ts";
import { googleCalendarOauth } from "../calendar/googleCalendar.ts";
import { outlookCalendarOauth } from "../calendar/outlookCalendar.ts";
import type { OauthClientSettings, OauthEndpoints, OauthRules } from "../connector/oauthTypes.ts";
import { CONNECTORS } from "../providers/connectorRegistry.ts";

export type OauthProviderName = (typeof INTEGRATIONS)[number];

export interface OauthProvider extends OauthRules {
  readonly name: OauthProviderName;
  /** Where accounts are connected. Their tokens belong to it, see `serviceOf`. */
  readonly origin: string;
}

const ENDPOINTS: Readonly<Record<OauthProviderName, OauthEndpoints>> = {
  github: CONNECTORS.github.oauth,
  gitlab: CONNECTORS.gitlab.oauth,
  bitbucket: CONNECTORS.bitbucket.oauth,
  jira: CONNECTORS.jira.oauth,
  google_calendar: googleCalendarOauth,
  outlook_calendar: outlookCalendarOauth,
};

/** Everything about signing in at a provider, its public addresses or those of a self-hosted server. */
export function oauthProvider(name: OauthProviderName, settings: OauthClientSettings): OauthProvider {
  const rules = ENDPOINTS[name](settings);
  return { name, ...rules, origin: new URL(rules.authorize).origin };
}
