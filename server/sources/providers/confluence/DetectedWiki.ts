import type { LeftOutItem, RestrictedText, SourceFacts } from "../../connector/connectorTypes.ts";
import type {
  Wiki,
  WikiComment,
  WikiCommentEntry,
  WikiEntry,
  WikiExtras,
  WikiItem,
  WikiPage,
} from "../../connector/wikiTypes.ts";
import type { ConfluenceOptions } from "./confluenceApi.ts";
import { ConfluenceWiki } from "./ConfluenceWiki.ts";
import { DataCenterWiki } from "./DataCenterWiki.ts";
import { detectConfluence } from "./detectConfluence.ts";

/** Confluence Cloud, Server or Data Center: the host is asked at the first use what it is. */
export class DetectedWiki implements Wiki {
  readonly #options: ConfluenceOptions;
  #wiki: Promise<ConfluenceWiki | DataCenterWiki> | undefined;
  /** Items that the last complete list left out. */
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

  async page(item: WikiItem, signal: AbortSignal): Promise<WikiPage | null> {
    return (await this.#open(signal)).page(item, signal);
  }

  async restrictedPage(externalId: string, signal: AbortSignal): Promise<RestrictedText | null> {
    return (await this.#open(signal)).restrictedPage(externalId, signal);
  }

  async *comments(since: Date | null, signal: AbortSignal): AsyncGenerator<readonly WikiCommentEntry[]> {
    yield* (await this.#open(signal)).comments(since, signal);
  }

  async readComments(externalIds: readonly string[], signal: AbortSignal): Promise<readonly WikiComment[]> {
    return (await this.#open(signal)).readComments(externalIds, signal);
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

async function openWiki(options: ConfluenceOptions, signal: AbortSignal): Promise<ConfluenceWiki | DataCenterWiki> {
  const cloud = new ConfluenceWiki(options);
  const host = await detectConfluence(options, () => cloud.findSpaces(signal), signal);
  return host === null ? cloud : new DataCenterWiki(options, host);
}
