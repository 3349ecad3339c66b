import { INTEGRATIONS } from "../../../contract/constants.ts";
import { OAUTH_SERVICES } from "../../sources/providers/oauthRegistry.ts";
import { connectionProviderOf, isServedBy, providerRulesOf } from "../../sources/providers/rulesRegistry.ts";
import type { Connections } from "../connections/service.ts";

type Integration = (typeof INTEGRATIONS)[number];

interface HostedSource {
  readonly provider: string;
  readonly url: string;
}

/** Whether an account that was connected at an origin may be asked about a source: what names no single project or space answers everyone. */
export const mayAsk = ({ provider, url }: HostedSource, origin: string): boolean =>
  (providerRulesOf(provider).namesOne?.(url) ?? true) && isServedBy({ provider, url }, origin);

/** The accounts that members connect for a source; null where they can connect none of its host, so that it cannot be mirrored. */
export function mirrorAccountOf(
  connections: Pick<Connections, "clientOf">,
  source: HostedSource,
): { readonly provider: Integration; readonly label: string } | null {
  if (!URL.canParse(source.url)) return null;
  const provider = INTEGRATIONS.find((name) => name === connectionProviderOf(source.provider));
  const client = provider && connections.clientOf(provider);
  if (!client || !mayAsk(source, client.origin)) return null;
  return { provider, label: OAUTH_SERVICES[provider].accountName };
}
