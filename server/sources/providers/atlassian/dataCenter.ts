/** Jira and Confluence on servers of their users (Server and Data Center), which share tokens, versions and refusals. */
import { message } from "../../../messages/messages.ts";
import type { ConnectorOptions } from "../../connector/connectorTypes.ts";
import { RestClient, type RestClientOptions } from "../../rest/restClient.ts";
import { SourceError } from "../../SourceError.ts";

/** A host that has said what it is. */
export interface DataCenter {
  /** `Jira Data Center` */
  readonly product: string;
  /** As the host writes it: `9.12.4`. */
  readonly version: string;
}

/** `[major, minor]` */
type Version = readonly [number, number];

/** A product's versions that matter here. */
export interface SupportedVersions {
  readonly oldest: Version;
  /** The first one with personal access tokens; earlier ones read such a request as a visitor's. */
  readonly personalTokens: Version;
}

type DataCenterOptions = ConnectorOptions<{ readonly host: string }>;

/**
 * The client of such a host: a user name with its password, or a personal access token alone.
 * @throws SourceError for a version that is not supported, or that does not know the kind of the credential
 */
export function dataCenterClient(
  { product, version }: DataCenter,
  versions: SupportedVersions,
  options: DataCenterOptions,
  api: Pick<RestClientOptions, "api" | "thing">,
): RestClient {
  const { url, credential } = options;
  const { host } = url;
  if (isBefore(version, versions.oldest)) {
    const oldest = versions.oldest.join(".");
    throw new SourceError("bad_answer", message("host.version_unsupported", { host, product, version, oldest }));
  }
  const isPersonal = credential?.username === "";
  if (isPersonal && isBefore(version, versions.personalTokens))
    throw new SourceError("unauthorized", message("source.personal_token_version", { host, product, version }));
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
export function isBefore(version: string, [major, minor]: Version): boolean {
  const [, ownMajor, ownMinor = "0"] = /^(\d{1,6})(?:\.(\d{1,6}))?/.exec(version) ?? [];
  if (ownMajor === undefined) return false;
  return Number(ownMajor) < major || (Number(ownMajor) === major && Number(ownMinor) < minor);
}
