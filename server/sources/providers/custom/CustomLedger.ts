import type { CountedKind } from "../../../../contract/sources/ledgerKinds.ts";
import type { ImportKindName } from "../../../../contract/sources/importRules.ts";
import type { HostCount, HostItem, HostLedger, NamedItem } from "../../connector/ledgerTypes.ts";
import type { PushedItem, PushedFacts, PushedSource } from "../../connector/pushedTypes.ts";
import { requirePushed } from "./customFacts.ts";
import { issueOf, pageOf, requestOf } from "./customRows.ts";

const KINDS: Partial<Record<CountedKind, ImportKindName>> = { issues: "issue", requests: "request", pages: "page" };

/** Compares what the importer has sent with what the syncs have stored of it. */
export class CustomLedger implements HostLedger {
  readonly batchSize = 50;
  readonly #source: PushedSource;

  constructor(source: PushedSource) {
    this.#source = source;
  }

  async count(kinds: readonly CountedKind[]): Promise<readonly HostCount[]> {
    const counts = await this.#source.counts();
    return kinds.flatMap((kind) => {
      const ours = KINDS[kind];
      return ours === undefined ? [] : [{ kind, count: counts[ours], precision: "exact" as const }];
    });
  }

  async read(items: readonly NamedItem[]): Promise<ReadonlyMap<string, HostItem>> {
    const facts = await requirePushed(this.#source);
    const result = new Map<string, HostItem>();
    for (const kind of ["issue", "request", "page"] as const) {
      const ids = items.filter((item) => item.kind === kind).map(({ externalId }) => externalId);
      for (const row of await this.#source.items(kind, ids)) {
        const item = hostItem(row, facts);
        if (item) result.set(row.externalId, item);
      }
    }
    return result;
  }
}

function hostItem({ item, version }: PushedItem, facts: PushedFacts): HostItem | null {
  switch (item?.kind) {
    case "issue":
      return { kind: "issue", issue: issueOf(item, facts.linkTemplate) };
    case "request":
      return { kind: "request", request: requestOf(item, facts.linkTemplate) };
    case "page":
      return { kind: "page", page: pageOf(item, facts, version) };
    case undefined:
      return null;
  }
}
