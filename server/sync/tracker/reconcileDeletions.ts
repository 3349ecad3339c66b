import { HOUR_MS } from "../../../contract/durations.ts";
import type { Db } from "../../db/openDb.ts";
import { deleteIssues, listIssueInventory } from "../../db/tables/issueStorage.ts";
import { countItems } from "../../db/tables/sourceCounts.ts";
import { LeftOutWriter } from "../store/LeftOutWriter.ts";
import { SourceError } from "../../sources/SourceError.ts";
import { mapConcurrent } from "../../concurrency.ts";
import type { Tracker, TrackerPage } from "../../sources/connector/trackerTypes.ts";
import type { SyncCursor, SyncedSource } from "../source/SyncedSource.ts";
import type { SyncContext } from "../source/SyncContext.ts";
import { message } from "../../messages/messages.ts";

/** Maximum number of missing issues that are requested one by one. */
const MAX_SINGLE_CHECKS = 50;
/** Up to this size, a host that does not report counts is swept at each sync; above it, once an hour or on request. */
const MAX_ISSUES_LISTED_EACH_SYNC = 20_000;

export interface Reconciliation {
  /** By how many the host counts more than is stored: the same figure at the next sync means that nothing is gone. */
  readonly difference: number;
  readonly changed: number;
  /** Issues that reading by time had skipped. */
  readonly found: Partial<TrackerPage> | null;
}

/**
 * Removes issues that the host does not have any more. It begins only when the host's count differs, deletes
 * only after a complete list, and believes no list alone: few are requested one by one, many by a second list. A list of a host that
 * shows nothing at all is no reason to delete everything unless the host also counts nothing.
 * @param onRemoved runs in the transaction that removes issues because they are left out from now on
 * @returns null when there was nothing to look for
 */
export async function reconcileDeletions(
  source: SyncedSource,
  context: SyncContext,
  tracker: Tracker,
  before: SyncCursor["swept"],
  onRemoved: (tx: Db) => Promise<void>,
): Promise<Reconciliation | null> {
  const { db, progress, signal } = context;
  const { inventory } = tracker;
  const counted = await inventory.count(signal);
  const rows = await listIssueInventory(db, source.id);
  const requests = inventory.countsRequests ? await countItems(db, "change_requests", source.id) : 0;
  const leftOut = new LeftOutWriter(source);
  const stored = rows.length + requests + (await leftOut.countIssues(db));
  if (inventory.isCheap) {
    if (rows.length === 0 && counted === 0) return null;
  } else if (counted !== null) {
    const difference = counted - stored;
    if (difference === (before?.difference ?? 0)) return null;
  } else if (stored === requests) {
    return null;
  } else if (
    rows.length > MAX_ISSUES_LISTED_EACH_SYNC &&
    !context.isFullCheck &&
    before !== null &&
    Math.abs(Date.now() - Date.parse(before.at)) < HOUR_MS
  ) {
    return null;
  }

  progress.report("sweep", 0, counted);
  const seen = await listAll(tracker, context, counted);
  const known = new Map(rows.map(({ external_id, updated_at }) => [external_id, updated_at]));
  const isOlder = (id: string): boolean => {
    const stored = known.get(id);
    return stored === undefined || stored < (inventory.updatedAt?.(id) ?? stored);
  };
  const skipped = inventory.read ? [...seen].filter(isOlder) : [];
  const found = skipped.length > 0 && inventory.read ? await inventory.read(skipped, signal) : null;
  const hidden = inventory.leftOut?.() ?? null;
  const isHidden = new Set(hidden?.map(({ externalId }) => externalId));
  // The host's mark on an issue is sufficient: it is not requested again.
  const removed = hidden
    ? await db.transaction().execute(async (tx) => {
        const count = await leftOut.replace(tx, "issue", hidden);
        if (count > 0) await onRemoved(tx);
        return count;
      })
    : 0;
  const gone = await verify(
    rows.filter(({ external_id }) => !seen.has(external_id) && !isHidden.has(external_id)),
    rows.length,
    counted,
    tracker,
    context,
  );
  for (let at = 0; at < gone.length; at += 500) {
    await deleteIssues(
      db,
      gone.slice(at, at + 500).map(({ id }) => id),
    );
  }
  await leftOut.forgetIssues(
    db,
    gone.map(({ external_id }) => external_id),
  );
  const added = (found?.issues ?? []).filter(({ externalId }) => !known.has(externalId)).length;
  const now = rows.length - removed - gone.length + added + requests + (hidden?.length ?? 0);
  return {
    difference: counted === null ? 0 : counted - now,
    changed: removed + gone.length + (found?.issues?.length ?? 0),
    found,
  };
}

interface Row {
  readonly id: string;
  readonly external_id: string;
  readonly key: string;
}

async function verify(
  candidates: readonly Row[],
  all: number,
  counted: number | null,
  tracker: Tracker,
  context: SyncContext,
): Promise<readonly Row[]> {
  const { signal } = context;
  if (candidates.length === 0) return [];
  // A token that may see nothing any more also sees empty lists, and no single issue: then this request fails.
  await tracker.describe(signal);
  if (candidates.length <= MAX_SINGLE_CHECKS) {
    const there = await mapConcurrent(candidates, 4, ({ external_id, key }) =>
      tracker.inventory.has({ externalId: external_id, key }, signal),
    );
    const gone = candidates.filter((_, at) => there[at] === false);
    // A token that has just lost its permissions also gets "not found" for each issue; `describe` then throws.
    if (gone.length > 0) await tracker.describe(signal);
    return gone;
  }
  if (candidates.length === all && counted !== 0) {
    throw new SourceError("bad_answer", message("source.no_issues"));
  }
  const again = await listAll(tracker, context, counted);
  return candidates.filter(({ external_id }) => !again.has(external_id));
}

async function listAll(
  tracker: Tracker,
  { progress, signal }: SyncContext,
  total: number | null,
): Promise<Set<string>> {
  const seen = new Set<string>();
  for await (const ids of tracker.inventory.ids(signal)) {
    signal.throwIfAborted();
    for (const id of ids) seen.add(id);
    progress.report("sweep", seen.size, total);
  }
  return seen;
}
