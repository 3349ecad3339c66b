import type { SourceFacts } from "../../connector/connectorTypes.ts";
import type { PushedSource } from "../../connector/pushedTypes.ts";
import type { Wiki, WikiEntry, WikiItem, WikiPage } from "../../connector/wikiTypes.ts";
import { factsOf, requirePushed } from "./customFacts.ts";
import { pageOf } from "./customRows.ts";

/** The pages that an importer has sent. */
export class CustomWiki implements Wiki {
  readonly #source: PushedSource;

  constructor(source: PushedSource) {
    this.#source = source;
  }

  describe(): Promise<SourceFacts> {
    return factsOf(this.#source);
  }

  async *entries(): AsyncGenerator<readonly WikiEntry[]> {
    const { sequence } = await requirePushed(this.#source);
    for await (const places of this.#source.places()) yield places.map((place) => ({ ...place, kind: "page" }));
    await this.#source.markRead(sequence);
  }

  async page({ externalId }: WikiItem): Promise<WikiPage | null> {
    const [item] = await this.#source.items("page", [externalId]);
    return item?.item?.kind === "page" ? pageOf(item.item, await requirePushed(this.#source), item.version) : null;
  }
}
