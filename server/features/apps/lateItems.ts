/** What a delivery is about and an incremental read does not ask for. */
import { MINUTE_MS } from "../../../contract/durations.ts";
import type { Db } from "../../db/openDb.ts";
import { listStoredIssues } from "../../db/tables/issues/issueStorage.ts";
import { listStoredRequests } from "../../db/tables/requests/requestStorage.ts";
import { insertItemsToReread } from "../../db/tables/sources/sourceLedgers.ts";
import type { DeliveredItem } from "../../sources/connector/appTypes.ts";
import { OVERLAP_MS } from "../../sources/rest/readByTime.ts";

/** A delivery within this time is about a change that the next read asks for, also after a clock that is slow. */
const IN_TIME_MS = OVERLAP_MS - MINUTE_MS;

/** Whether an incremental read may not ask for an item that changed at this time. */
export const isLate = (item: DeliveredItem | null): item is DeliveredItem =>
  item !== null && item.updatedAt.getTime() <= Date.now() - IN_TIME_MS;

/**
 * Has the next sync read an item by its number where its time of change is older than what an incremental read asks for: a transferred issue keeps its
 * time, and a delivery may be late. Many deliveries about one item are one read.
 */
export async function noteLateItem(
  db: Db,
  sources: readonly { readonly id: string; readonly kind: string }[],
  item: DeliveredItem | null,
): Promise<void> {
  if (!isLate(item)) return;
  const { kind, externalId, key } = item;
  const trackers = sources.filter((source) => source.kind === "tracker");
  // A tracker at the address of a repository reads its requests, and a repository has no issues.
  const readers = trackers.length > 0 ? trackers : kind === "request" ? sources : [];
  for (const { id } of readers) {
    const rows = await (kind === "issue" ? listStoredIssues : listStoredRequests)(db, id, [externalId]);
    if (!rows.some((row) => row.updated_at >= item.updatedAt))
      await insertItemsToReread(db, id, [{ kind, external_id: externalId, key }]);
  }
}
