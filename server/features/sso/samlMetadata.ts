/** The metadata of a company's SAML 2.0 providers: read, stored, and read again. */
import { HOUR_MS, MINUTE_MS } from "../../../contract/durations.ts";
import { updateSsoSaml, type SsoSamlRow } from "../../db/tables/directory/ssoSaml.ts";
import { message } from "../../messages/messages.ts";
import { fetchBuffered } from "../../sources/egress/bufferedResponse.ts";
import { readMetadata, type SamlMetadata } from "../../sources/saml/readMetadata.ts";
import { SamlRefusedError } from "../../sources/saml/SamlRefusedError.ts";
import { utf8 } from "../../sources/saml/xmlDocument.ts";
import { SourceError } from "../../sources/SourceError.ts";
import type { SsoDeps } from "./ssoDeps.ts";

/** Milliseconds; a user may wait for it. */
const REQUEST_TIMEOUT_MS = 10_000;
/** Metadata older than that are read again at a sign-in. */
const MAX_AGE_MS = HOUR_MS;
/** After an answer by an unknown key: a provider may have changed it, and a stranger may have sent it. */
const MIN_AGE_MS = MINUTE_MS;
/** When reading the metadata of a provider failed last in this process, by provider. Each sign-in would wait for a host that does not answer. */
const failedAt = new Map<string, number>();

export interface ReadMetadata {
  readonly text: string;
  readonly metadata: SamlMetadata;
}

/** Reads the metadata at an address. @throws SourceError when it cannot be reached; SamlRefusedError when they are wrong */
export async function fetchMetadata({ egress }: Pick<SsoDeps, "egress">, url: string): Promise<ReadMetadata> {
  const { host } = new URL(url);
  const response = await fetchBuffered(
    egress,
    { host, url, answer: "description" },
    {
      headers: { accept: "application/samlmetadata+xml, application/xml, text/xml", "user-agent": "clew" },
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    },
  );
  if (response.status !== 200) {
    throw new SourceError("host_failure", message("host.failure_status", { host, status: response.status }));
  }
  return checkMetadata({ egress }, utf8(new Uint8Array(await response.arrayBuffer())));
}

/** Parses metadata, and checks the pages that the browser is sent to. @throws SamlRefusedError, SourceError */
export function checkMetadata({ egress }: Pick<SsoDeps, "egress">, text: string): ReadMetadata {
  const metadata = readMetadata(text);
  for (const address of [metadata.signInUrl, metadata.signOutUrl, metadata.signOutRequestUrl]) {
    if (address !== undefined) egress.check(new URL(address));
  }
  return { text, metadata };
}

/**
 * The metadata of a provider, read again when they are old. Stored ones count while their address does not answer.
 * @param isUnknownKey whether an answer was signed by none of the stored keys
 * @throws SamlRefusedError where the stored ones are not valid any more
 */
export async function currentMetadata(
  deps: SsoDeps,
  { issuer, saml }: { readonly issuer: string; readonly saml: SsoSamlRow },
  { isUnknownKey = false } = {},
): Promise<SamlMetadata> {
  const age = Date.now() - saml.read_at.getTime();
  const sinceFailure = Date.now() - (failedAt.get(saml.provider_id) ?? -Infinity);
  const isDue = Math.abs(age) > (isUnknownKey ? MIN_AGE_MS : MAX_AGE_MS) && Math.abs(sinceFailure) > MIN_AGE_MS;
  if (saml.metadata_url !== null && isDue) {
    const read = await fetchMetadata(deps, saml.metadata_url).catch((error: unknown) => {
      if (error instanceof SourceError || error instanceof SamlRefusedError) return undefined;
      throw error;
    });
    if (read?.metadata.entityId === issuer) {
      failedAt.delete(saml.provider_id);
      await updateSsoSaml(deps.db, saml.provider_id, { metadata: read.text, read_at: new Date() });
      return read.metadata;
    }
    failedAt.set(saml.provider_id, Date.now());
  }
  return checkMetadata(deps, saml.metadata).metadata;
}
