import { z } from "zod";
import { message } from "../../../messages/messages.ts";
import type { ConnectorOptions, HostKind } from "../../connector/connectorTypes.ts";
import { type BufferedResponse, fetchBuffered } from "../../egress/bufferedResponse.ts";
import { parseJson } from "../../responses/parseJson.ts";
import type { RestClient } from "../../rest/restClient.ts";
import { restFailure } from "../../rest/restFailure.ts";
import { SourceError } from "../../SourceError.ts";
import { type SupportedVersions, dataCenterClient } from "../atlassian/dataCenter.ts";
import type { DataCenterUrl } from "./dataCenterUrl.ts";

export type DataCenterOptions = ConnectorOptions<Pick<DataCenterUrl, "host" | "root">>;

/** A host that has said what it is. */
export interface DataCenter {
  readonly client: RestClient;
  readonly kind: HostKind;
}

/** 7.21 is the last version of 7, whose lists have the merge commits. Personal access tokens exist since 5.5. */
const VERSIONS: SupportedVersions = { oldest: [7, 21], personalTokens: [5, 5] };
const PRODUCT = "Bitbucket Data Center";
const API = "/rest/api/1.0";
const PROPERTIES = `${API}/application-properties`;
/** What git is sent as the user name of a token that has none. */
const NO_USER = "x-token-auth";

const Properties = z.object({ version: z.string().max(60), displayName: z.string().max(100).nullish() });

/**
 * Asks a host what it is, and opens its API. The host names itself to visitors, so the credential is sent only to one that has.
 * @throws SourceError `unsupported` for what is no Bitbucket Data Center, and for a version that is not read
 */
export async function openDataCenter(options: DataCenterOptions, signal: AbortSignal): Promise<DataCenter> {
  const { url, credential } = options;
  // A credential of another origin causes no request at all.
  credential?.as("bearer").headerFor(new URL(url.root));
  const kind = { product: PRODUCT, version: await readVersion(options, signal) };
  const isToken = credential?.username === NO_USER;
  const client = dataCenterClient(
    kind,
    VERSIONS,
    { ...options, credential: isToken ? credential.withUsername("") : credential },
    { api: `${url.root}${API}`, thing: "repository" },
  );
  return { client, kind };
}

async function readVersion({ egress, url, now }: DataCenterOptions, signal: AbortSignal): Promise<string> {
  const { host, root } = url;
  const call = { host, url: `${root}${PROPERTIES}`, answer: "account" } as const;
  const answer = await fetchBuffered(egress, call, { signal, headers: { accept: "application/json" } });
  if (answer.status === 429 || answer.status >= 500) {
    const context = { provider: PRODUCT, host, thing: "repository", scopes: [], hasCredential: false };
    throw restFailure({ status: answer.status, headers: answer.headers, data: null }, context, now?.() ?? Date.now());
  }
  const properties = Properties.safeParse(await readJson(answer));
  const isHere = new URL(answer.url).origin === new URL(root).origin;
  if (answer.status === 200 && isHere && properties.success) {
    const { version, displayName } = properties.data;
    if (/\b(?:bitbucket|stash)\b/i.test(displayName ?? "") && /^\d/.test(version)) return version;
    throw isNone(host, `${displayName ?? ""} ${version}`);
  }
  throw isNone(host, isHere ? `HTTP ${answer.status} ${answer.headers.get("content-type") ?? ""}` : answer.url);
}

async function readJson(answer: BufferedResponse): Promise<unknown> {
  try {
    return parseJson(await answer.text(), "account");
  } catch {
    return null;
  }
}

/** @param seen what the host has answered, in its own words */
const isNone = (host: string, seen: string): SourceError =>
  new SourceError(
    "unsupported",
    message("host.not_data_center", {
      host,
      seen:
        seen
          .replaceAll(/[^\w .:/;=+-]/g, " ")
          .trim()
          .slice(0, 120) || "?",
    }),
  );
