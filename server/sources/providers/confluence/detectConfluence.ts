import { SourceError, type SourceErrorCode } from "../../SourceError.ts";
import { readProductManifest } from "../atlassian/dataCenter.ts";
import type { ConfluenceOptions } from "./confluenceApi.ts";
import type { ConfluenceHost } from "./confluenceDataCenter.ts";

/** Refusals after which another kind of Confluence may be at the address. */
const OTHER: ReadonlySet<SourceErrorCode> = new Set([
  "not_found",
  "gone",
  "bad_answer",
  "unauthorized",
  "forbidden",
  "redirect",
]);

/**
 * What Confluence answers at an address: null for the cloud. The first request to the cloud shows whether it is one, so that it costs no other.
 * @throws SourceError of that request where no Confluence Data Center is at the address either
 */
export async function detectConfluence(
  options: ConfluenceOptions,
  requestCloud: () => Promise<unknown>,
  signal: AbortSignal,
): Promise<ConfluenceHost | null> {
  try {
    await requestCloud();
    return null;
  } catch (error) {
    const host = error instanceof SourceError && OTHER.has(error.code) ? await findDataCenter(options, signal) : null;
    if (host === null) throw error;
    return host;
  }
}

/** Null also for an address that the credential does not belong to: it gets no request at all. */
async function findDataCenter(options: ConfluenceOptions, signal: AbortSignal): Promise<ConfluenceHost | null> {
  const { credential, url } = options;
  for (const root of url.roots) {
    if (credential && !credential.origins.includes(new URL(root).origin)) return null;
    const manifest = await readProductManifest(options, { root, typeId: "confluence" }, signal);
    if (manifest) return { ...manifest, product: "Confluence Data Center" };
  }
  return null;
}
