import type { StoredDifference } from "../../db/schema/ledgerSchema.ts";
import type { Db } from "../../db/openDb.ts";
import { listIssuesToCompare, listPagesToCompare, listRequestsToCompare } from "../../db/tables/sources/ledgerItems.ts";
import type { ItemToReread } from "../../db/tables/sources/sourceLedgers.ts";
import type { HostItem, HostLedger, NamedItem } from "../../sources/connector/ledgerTypes.ts";
import { type ItemDifference, compareIssue, comparePage, compareRequest } from "./compareFields.ts";

/** Items under their names at the host. */
export const namedItems = (items: readonly ItemToReread[]): NamedItem[] =>
  items.map(({ kind, external_id: externalId, key }) => ({ kind, externalId, key }));

/**
 * Reads some items again from the host, and compares each with what is stored.
 * @returns those that differ; one that is not stored any more is left out
 */
export async function compareItems(
  db: Db,
  sourceId: string,
  ledger: HostLedger,
  items: readonly NamedItem[],
  signal: AbortSignal,
): Promise<StoredDifference[]> {
  const hostItems = await ledger.read(items, signal);
  const stored = await readStored(db, sourceId, items);
  return items.flatMap(({ kind, externalId }): StoredDifference[] => {
    const compare = stored.get(`${kind} ${externalId}`);
    if (!compare) return [];
    const host = hostItems.get(externalId);
    if (!host) return [{ kind, external_id: externalId, state: "absent", fields: [] }];
    const difference = compare(host);
    return difference === null ? [] : [{ kind, external_id: externalId, ...difference }];
  });
}

type Comparison = (host: HostItem) => ItemDifference | null;

/** The stored items as functions that compare them with their host's, by kind and id. */
async function readStored(
  db: Db,
  sourceId: string,
  items: readonly NamedItem[],
): Promise<ReadonlyMap<string, Comparison>> {
  const idsOf = (kind: NamedItem["kind"]): string[] =>
    items.flatMap((item) => (item.kind === kind ? [item.externalId] : []));
  const [issues, requests, pages] = [idsOf("issue"), idsOf("request"), idsOf("page")];
  const stored = new Map<string, Comparison>();
  for (const row of issues.length > 0 ? await listIssuesToCompare(db, sourceId, issues) : [])
    stored.set(`issue ${row.external_id}`, (host) => (host.kind === "issue" ? compareIssue(row, host.issue) : null));
  for (const row of requests.length > 0 ? await listRequestsToCompare(db, sourceId, requests) : [])
    stored.set(`request ${row.external_id}`, (host) =>
      host.kind === "request" ? compareRequest(row, host.request) : null,
    );
  for (const row of pages.length > 0 ? await listPagesToCompare(db, sourceId, pages) : [])
    stored.set(`page ${row.external_id}`, (host) => (host.kind === "page" ? comparePage(row, host.page) : null));
  return stored;
}
