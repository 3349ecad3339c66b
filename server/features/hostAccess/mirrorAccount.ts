import { INTEGRATIONS } from "../../../contract/constants.ts";
import { originOf, serviceOf } from "../../sources/egress/credentialOrigins.ts";
import { OAUTH_SERVICES } from "../../sources/providers/oauthRegistry.ts";
import { providerRulesOf } from "../../sources/providers/rulesRegistry.ts";
import type { Connections } from "../connections/service.ts";

type Integration = (typeof INTEGRATIONS)[number];

interface HostedSource {
  readonly provider: string;
  readonly url: string;
}

/** The provider under which accounts of the host of a source are connected. */
export const connectedAt = ({ provider }: Pick<HostedSource, "provider">): string =>
  providerRulesOf(provider).sharedAccounts?.connection ?? provider;

/** Whether an account that was connected at an origin may be asked about a source: what names no single project or space answers everyone. */
export const isServedBy = ({ provider, url }: HostedSource, origin: string): boolean =>
  (providerRulesOf(provider).namesOne?.(url) ?? true) &&
  serviceOf(origin).includes(providerRulesOf(provider).sharedAccounts?.originFor(url) ?? originOf(url));

/** The accounts that members connect for a source; null where they can connect none of its host, so that it cannot be mirrored. */
export function mirrorAccountOf(
  connections: Pick<Connections, "clientOf">,
  source: HostedSource,
): { readonly provider: Integration; readonly label: string } | null {
  if (!URL.canParse(source.url)) return null;
  const provider = INTEGRATIONS.find((name) => name === connectedAt(source));
  const client = provider && connections.clientOf(provider);
  if (!client || !isServedBy(source, client.origin)) return null;
  return { provider, label: OAUTH_SERVICES[provider].accountName };
}
