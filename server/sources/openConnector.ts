import type { Credential } from "./egress/Credential.ts";
import type { SourceAccess } from "./sourceTypes.ts";
import type { PushedSource } from "./connector/pushedTypes.ts";
import type { ConnectorInput, ResolvedAddress } from "./connector/Connector.ts";
import type { Egress } from "./egress/egress.ts";
import { reportingQuota } from "./rest/hostQuota.ts";
import { credentialOf } from "./sourceCredential.ts";

export interface ConnectorContext {
  readonly egress: Egress;
  /** The sources whose items were sent to this server; left out: none can be read. */
  readonly pushed?: ((sourceId: string) => PushedSource) | undefined;
  /** Milliseconds before the first repetition of a request that the host failed at. */
  readonly retryDelayMs?: number | undefined;
}

export function connectorInput(
  { egress, pushed, retryDelayMs }: ConnectorContext,
  { url, readsRestricted = false, customFields = [], onSkipped, onHost, onQuota, appAccount }: SourceAccess,
  credential: Credential | null,
  retries?: number,
): ConnectorInput {
  return {
    url,
    credential,
    egress: onQuota ? reportingQuota(egress, onQuota) : egress,
    readsRestricted,
    customFields,
    ...(pushed && { pushed }),
    ...(onSkipped && { onSkipped }),
    ...(onHost && { onHost }),
    ...(appAccount !== undefined && { appAccount }),
    ...(retries !== undefined && { retries }),
    ...(retryDelayMs !== undefined && { retryDelayMs }),
  };
}

/** The address is read without the credential first, because it determines the origin of a credential that was entered with it. */
export function openConnector<T>(
  context: ConnectorContext,
  resolve: (provider: string, input: ConnectorInput) => ResolvedAddress<T>,
  access: SourceAccess,
  retries?: number,
): { readonly url: string; readonly connector: T } {
  const { url } = resolve(access.provider, connectorInput(context, access, null));
  const input = connectorInput(context, access, credentialOf(access, url, ""), retries);
  return { url, connector: resolve(access.provider, input).open() };
}
