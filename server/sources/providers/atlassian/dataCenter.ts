/** Jira and Confluence on servers of their users (Server and Data Center), which share tokens, versions and refusals. */
import { message } from "../../../messages/messages.ts";
import type { ConnectorOptions, HostKind } from "../../connector/connectorTypes.ts";
import { z } from "zod";
import { restFailure } from "../../rest/restFailure.ts";
import { fetchBuffered } from "../../egress/bufferedResponse.ts";
import { parseJson } from "../../responses/parseJson.ts";
import { RestClient, type RestClientOptions } from "../../rest/restClient.ts";
import { SourceError } from "../../SourceError.ts";

/** `[major, minor]` */
type Version = readonly [number, number];

/** A product's versions that matter here. */
export interface SupportedVersions {
  readonly oldest: Version;
  /** The first one with personal access tokens; earlier ones read such a request as a visitor's. */
  readonly personalTokens: Version;
}

type DataCenterOptions = ConnectorOptions<{ readonly host: string }>;

const Manifest = z.object({ typeId: z.string(), version: z.string().max(60) });
/** Versions of Atlassian's own cloud begin with a thousand. */
const CLOUD: Version = [100, 0];

/**
 * The version of a product at an address, by the manifest for links between applications, which every Data Center shows to visitors.
 * @returns null where there is none; `root` is the one that the host redirects to
 * @throws SourceError when the host cannot be reached
 */
export async function readProductManifest(
  { egress, url: { host } }: DataCenterOptions,
  { root, typeId }: { readonly root: string; readonly typeId: string },
  signal: AbortSignal,
): Promise<{ readonly version: string; readonly root: string } | null> {
  const call = { host, url: `${root}${MANIFEST}`, answer: "account" } as const;
  const answer = await fetchBuffered(egress, call, { signal, headers: { accept: "application/json" } });
  const text = await answer.text();
  if (answer.status === 429 || answer.status >= 500) {
    const context = { provider: "Atlassian", host, thing: "site", scopes: [], hasCredential: false };
    throw restFailure({ status: answer.status, headers: answer.headers, data: text }, context, Date.now());
  }
  const manifest = Manifest.safeParse(manifestOf(text));
  if (answer.status !== 200 || !manifest.success || manifest.data.typeId !== typeId) return null;
  const { version } = manifest.data;
  if (!isOlderVersion(version, CLOUD)) return null;
  const answerUrl = new URL(answer.url);
  if (answerUrl.origin !== new URL(root).origin || !answerUrl.pathname.endsWith(MANIFEST)) return null;
  return { version, root: `${answerUrl.origin}${answerUrl.pathname.slice(0, -MANIFEST.length)}` };
}

const MANIFEST = "/rest/applinks/1.0/manifest";

/** Some versions answer with XML although JSON is asked for. */
function manifestOf(text: string): unknown {
  const inside = (name: string): string | undefined => new RegExp(`<${name}>([^<>]{1,60})</${name}>`).exec(text)?.[1];
  if (text.trimStart().startsWith("<")) return { typeId: inside("typeId"), version: inside("version") };
  try {
    return parseJson(text, "account");
  } catch {
    return null;
  }
}

/**
 * The client of such a host: a user name with its password, or a personal access token alone.
 * @throws SourceError for a version that is not supported, or that does not know the kind of the credential
 */
export function dataCenterClient(
  { product, version }: HostKind,
  versions: SupportedVersions,
  options: DataCenterOptions,
  api: Pick<RestClientOptions, "api" | "thing">,
): RestClient {
  const { url, credential } = options;
  const { host } = url;
  if (isOlderVersion(version, versions.oldest)) {
    const oldest = versions.oldest.join(".");
    throw new SourceError("unsupported", message("host.version_unsupported", { host, product, version, oldest }));
  }
  const isPersonal = credential?.username === "";
  if (isPersonal && isOlderVersion(version, versions.personalTokens))
    throw new SourceError("unauthorized", message("source.personal_token_version", { host, product, version }));
  options.onHost?.({ product, version });
  return new RestClient({
    ...options,
    ...api,
    provider: product,
    scopes: [],
    host,
    hasCredential: credential !== null,
    authorization: credential && credential.as(isPersonal ? "bearer" : "basic"),
  });
}

/** @param version `8.20.1`, also with a suffix; what is no version is before none */
export function isOlderVersion(version: string, [major, minor]: Version): boolean {
  const [, ownMajor, ownMinor = "0"] = /^(\d{1,6})(?:\.(\d{1,6}))?/.exec(version) ?? [];
  if (ownMajor === undefined) return false;
  return Number(ownMajor) < major || (Number(ownMajor) === major && Number(ownMinor) < minor);
}
