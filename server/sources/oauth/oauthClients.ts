import { INTEGRATIONS } from "../../../contract/constants.ts";
import type { Egress } from "../egress/egress.ts";
import { OauthClient } from "./OauthClient.ts";
import type { OauthClientSettings } from "../connector/oauthTypes.ts";
import type { OauthProviderName } from "../providers/oauthRegistry.ts";

/** One client for each provider at which the operator has registered this server. */
export function createOauthClients(
  registrations: Partial<Record<OauthProviderName, OauthClientSettings>>,
  egress: Pick<Egress, "fetch">,
): ReadonlyMap<OauthProviderName, OauthClient> {
  return new Map(
    INTEGRATIONS.flatMap((name): [OauthProviderName, OauthClient][] => {
      const settings = registrations[name];
      return settings ? [[name, new OauthClient(name, settings, egress)]] : [];
    }),
  );
}
