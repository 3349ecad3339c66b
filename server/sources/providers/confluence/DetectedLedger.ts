import type { CountedKind } from "../../../../contract/sources/ledgerKinds.ts";
import type { HostCount, HostItem, HostLedger, NamedItem } from "../../connector/ledgerTypes.ts";
import type { ConfluenceOptions } from "./confluenceApi.ts";
import { ConfluenceLedger } from "./confluenceLedger.ts";
import { DataCenterLedger } from "./DataCenterLedger.ts";
import { detectConfluence } from "./detectConfluence.ts";

/** The ledger of Confluence Cloud, Server or Data Center: the host is asked at the first use what it is. */
export class DetectedLedger implements HostLedger {
  readonly batchSize = 20;
  readonly #options: ConfluenceOptions;
  #ledger: HostLedger | undefined;

  constructor(options: ConfluenceOptions) {
    this.#options = options;
  }

  async count(kinds: readonly CountedKind[], signal: AbortSignal): Promise<readonly HostCount[]> {
    return (await this.#open(signal)).count(kinds, signal);
  }

  async read(items: readonly NamedItem[], signal: AbortSignal): Promise<ReadonlyMap<string, HostItem>> {
    return (await this.#open(signal)).read(items, signal);
  }

  async #open(signal: AbortSignal): Promise<HostLedger> {
    if (this.#ledger) return this.#ledger;
    const cloud = new ConfluenceLedger(this.#options);
    const host = await detectConfluence(this.#options, () => cloud.findSpaces(signal), signal);
    return (this.#ledger = host === null ? cloud : new DataCenterLedger(this.#options, host));
  }
}
