import type { Db } from "../../db/openDb.ts";
import { listStoredIssues } from "../../db/tables/issues/issueStorage.ts";
import { deleteItemsToReread, listItemsToReread } from "../../db/tables/sources/sourceLedgers.ts";
import { SourceError, type SourceErrorCode } from "../../sources/SourceError.ts";
import type { Tracker, TrackerPage } from "../../sources/connector/trackerTypes.ts";

/** Issues that one sync reads by their numbers: the next one continues. */
const MAX_READ = 300;
/** Refusals of one issue, which the next sync would meet too. */
const SKIPPED: ReadonlySet<SourceErrorCode> = new Set(["forbidden", "not_found", "gone", "bad_answer", "unsupported"]);

/**
 * Reads the issues that a host has reported, that are not stored, and whose times of change are older than what an incremental read asks for, each with its
 * comments.
 * @param store in one transaction with what is given to it
 */
export async function readUnknownIssues(
  { db, sourceId, signal }: { readonly db: Db; readonly sourceId: string; readonly signal: AbortSignal },
  tracker: Pick<Tracker, "issue">,
  store: (page: Partial<TrackerPage>) => Promise<void>,
): Promise<void> {
  const items = await listItemsToReread(db, sourceId, "issue");
  if (items.length === 0) return;
  const ids = items.map(({ external_id: id }) => id);
  const stored = new Set((await listStoredIssues(db, sourceId, ids)).map(({ external_id: id }) => id));
  for (const { external_id: externalId, key } of items
    .filter((item) => !stored.has(item.external_id))
    .slice(0, MAX_READ)) {
    signal.throwIfAborted();
    const page = await tracker.issue({ externalId, key }, signal).catch((error: unknown) => {
      if (error instanceof SourceError && SKIPPED.has(error.code)) return null;
      throw error;
    });
    if (page) await store(page);
    await deleteItemsToReread(db, sourceId, "issue", [externalId]);
  }
}
