import type { CountedKind } from "../../../../contract/sources/ledgerKinds.ts";
import {
  type HostCount,
  type HostItem,
  type HostLedger,
  MAX_COUNT_CALLS,
  type NamedItem,
} from "../../connector/ledgerTypes.ts";
import { rowId } from "../../rest/listBounds.ts";
import type { ConfluenceOptions } from "./confluenceApi.ts";
import { type ConfluenceComments, dataCenterComments } from "./ConfluenceComments.ts";
import {
  type ConfluenceDataCenter,
  type ConfluenceHost,
  DATA_CENTER_TYPES,
  createConfluenceDataCenter,
} from "./confluenceDataCenter.ts";
import { countComments } from "./countComments.ts";
import { DataCenterPages } from "./DataCenterPages.ts";

/** The ledger of Confluence Server and Data Center: it counts the rows of a list, because no answer has a total. */
export class DataCenterLedger implements HostLedger {
  readonly batchSize = 20;
  readonly #api: ConfluenceDataCenter;
  readonly #pages: DataCenterPages;
  readonly #comments: ConfluenceComments;

  /** @throws SourceError for a version that is not supported, or that does not know the kind of the credential */
  constructor(options: ConfluenceOptions, host: ConfluenceHost) {
    this.#api = createConfluenceDataCenter(options, host);
    this.#pages = new DataCenterPages(this.#api, host);
    this.#comments = dataCenterComments(this.#api, this.#pages, options);
  }

  async count(kinds: readonly CountedKind[], signal: AbortSignal): Promise<readonly HostCount[]> {
    // With a token that the host takes for a visitor's it would count fewer.
    await this.#api.owner(signal);
    const pages = await this.#countPages(signal);
    const counts = [pages.count];
    if (kinds.includes("comments"))
      counts.push(await countComments(this.#comments, MAX_COUNT_CALLS - pages.calls, signal));
    return counts.filter(({ kind }) => kinds.includes(kind));
  }

  /** Pages and blog posts. */
  async #countPages(signal: AbortSignal): Promise<{ readonly count: HostCount; readonly calls: number }> {
    // Pages of a list overlap.
    const ids = new Set<string>();
    let calls = 0;
    const counted = (precision: HostCount["precision"]) => ({
      count: { kind: "pages", count: ids.size, precision } as const,
      calls,
    });
    for (const { key } of await this.#api.findSpaces(signal))
      for (const type of DATA_CENTER_TYPES)
        for await (const rows of this.#api.lists("/content", { spaceKey: key, type, status: "current" }, signal)) {
          for (const row of rows) ids.add(rowId(row));
          calls += 1;
          if (calls === MAX_COUNT_CALLS) return counted("at_least");
        }
    return counted("exact");
  }

  async read(items: readonly NamedItem[], signal: AbortSignal): Promise<ReadonlyMap<string, HostItem>> {
    await this.#api.owner(signal);
    const result = new Map<string, HostItem>();
    const ids = items.map(({ externalId }) => externalId);
    for (const page of await this.#pages.readTexts(ids, signal)) result.set(page.externalId, { kind: "page", page });
    return result;
  }
}
