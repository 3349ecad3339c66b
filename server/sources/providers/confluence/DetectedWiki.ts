import type { LeftOutItem, RestrictedText, SourceFacts } from "../../connector/connectorTypes.ts";
import type { Wiki, WikiEntry, WikiExtras, WikiPage } from "../../connector/wikiTypes.ts";
import { SourceError, type SourceErrorCode } from "../../SourceError.ts";
import { readManifest } from "../atlassian/dataCenter.ts";
import type { ConfluenceOptions } from "./confluenceApi.ts";
import { ConfluenceWiki } from "./ConfluenceWiki.ts";
import type { ConfluenceHost } from "./confluenceDataCenter.ts";
import { DataCenterWiki } from "./DataCenterWiki.ts";

/** Refusals after which another kind of Confluence may be at the address. */
const OTHER: ReadonlySet<SourceErrorCode> = new Set([
  "not_found",
  "gone",
  "bad_answer",
  "unauthorized",
  "forbidden",
  "redirect",
]);

/** Confluence Cloud, Server or Data Center: the host is asked at the first use what it is. */
export class DetectedWiki implements Wiki {
  readonly #options: ConfluenceOptions;
  #wiki: Promise<ConfluenceWiki | DataCenterWiki> | undefined;
  /** Of the last complete list. */
  #leftOut: readonly LeftOutItem[] = [];

  constructor(options: ConfluenceOptions) {
    this.#options = options;
  }

  async describe(signal: AbortSignal): Promise<SourceFacts> {
    return (await this.#open(signal)).describe(signal);
  }

  async *entries(signal: AbortSignal): AsyncGenerator<readonly WikiEntry[]> {
    const wiki = await this.#open(signal);
    yield* wiki.entries(signal);
    this.#leftOut = wiki.leftOut();
  }

  leftOut(): readonly LeftOutItem[] {
    return this.#leftOut;
  }

  async page(externalId: string, signal: AbortSignal): Promise<WikiPage | null> {
    return (await this.#open(signal)).page(externalId, signal);
  }

  async restrictedPage(externalId: string, signal: AbortSignal): Promise<RestrictedText | null> {
    return (await this.#open(signal)).restrictedPage(externalId, signal);
  }

  async extras(signal: AbortSignal): Promise<WikiExtras> {
    return (await this.#open(signal)).extras(signal);
  }

  /** One answer for calls at the same time; a failed one is asked again. */
  async #open(signal: AbortSignal): Promise<ConfluenceWiki | DataCenterWiki> {
    this.#wiki ??= openWiki(this.#options, signal);
    try {
      return await this.#wiki;
    } catch (error) {
      this.#wiki = undefined;
      throw error;
    }
  }
}

/** The first request to Confluence Cloud shows whether it is one, so that it costs no other. */
async function openWiki(options: ConfluenceOptions, signal: AbortSignal): Promise<ConfluenceWiki | DataCenterWiki> {
  const cloud = new ConfluenceWiki(options);
  try {
    await cloud.findSpaces(signal);
    return cloud;
  } catch (error) {
    const host = error instanceof SourceError && OTHER.has(error.code) ? await findDataCenter(options, signal) : null;
    if (host === null) throw error;
    return new DataCenterWiki(options, host);
  }
}

/** Null also for an address that the credential does not belong to: it gets no request at all. */
async function findDataCenter(options: ConfluenceOptions, signal: AbortSignal): Promise<ConfluenceHost | null> {
  const { credential, url } = options;
  for (const root of url.roots) {
    if (credential && !credential.origins.includes(new URL(root).origin)) return null;
    const found = await readManifest(options, { root, typeId: "confluence" }, signal);
    if (found) return { ...found, product: "Confluence Data Center" };
  }
  return null;
}
