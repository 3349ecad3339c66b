import type { Db } from "../../db/openDb.ts";
import { type ItemToReread, deleteItemsToReread, listItemsToReread } from "../../db/tables/sources/sourceLedgers.ts";
import type { HostItem } from "../../sources/connector/ledgerTypes.ts";
import { SourceError, type SourceErrorCode } from "../../sources/SourceError.ts";
import type { SyncContext } from "../source/SyncContext.ts";

const SKIPPED: ReadonlySet<SourceErrorCode> = new Set(["forbidden", "bad_answer", "unsupported", "too_large"]);

export interface RereadItems {
  /** As the host has them now. One that it does not show is missing. */
  readonly items: readonly HostItem[];
  /** In the transaction that stores them. */
  readonly forget: (tx: Db) => Promise<void>;
}

/** Items of a source that a comparison found to differ, read again from the host; null when there are none. */
export async function readDifferingItems(
  { db, sources, access, signal }: Pick<SyncContext, "db" | "sources" | "access" | "signal">,
  sourceId: string,
  kind: ItemToReread["kind"],
): Promise<RereadItems | null> {
  const items = await listItemsToReread(db, sourceId, kind);
  const ledger = items.length === 0 ? null : sources.openLedger(access());
  if (!ledger) return null;
  const hostItems: HostItem[] = [];
  for (let at = 0; at < items.length; at += ledger.batchSize) {
    signal.throwIfAborted();
    const part = items
      .slice(at, at + ledger.batchSize)
      .map(({ external_id: externalId, key }) => ({ kind, externalId, key }));
    const read = await ledger.read(part, signal).catch((error: unknown) => {
      // An item that the host refuses, or whose answer is not readable, stays as it is: it must not fail each sync from now on.
      if (error instanceof SourceError && SKIPPED.has(error.code)) return new Map<string, HostItem>();
      throw error;
    });
    hostItems.push(...read.values());
  }
  const ids = items.map(({ external_id }) => external_id);
  return { items: hostItems, forget: (tx) => deleteItemsToReread(tx, sourceId, kind, ids) };
}
