import { HOUR_MS } from "../../../contract/durations.ts";
import { mapConcurrent } from "../../concurrency.ts";
import type { Db } from "../../db/openDb.ts";
import { deleteIssues, listIssueInventory } from "../../db/tables/issues/issueStorage.ts";
import { countOutsideRequests } from "../../db/tables/requests/outsideRequests.ts";
import { countItems } from "../../db/tables/sources/sourceCounts.ts";
import { message } from "../../messages/messages.ts";
import type { Tracker, TrackerPage } from "../../sources/connector/trackerTypes.ts";
import { SourceError } from "../../sources/SourceError.ts";
import type { SyncContext } from "../source/SyncContext.ts";
import type { SyncCursor, SyncedSource } from "../source/SyncedSource.ts";
import { LeftOutWriter } from "../store/LeftOutWriter.ts";

/** Maximum number of missing issues that are requested one by one. */
const MAX_SINGLE_CHECKS = 50;
const CHECK_CONCURRENCY = 4;
/** Up to this number of issues, a host without counts is listed at each sync; above it, once an hour or on request. */
const MAX_ISSUES_LISTED_EACH_SYNC = 20_000;
const DELETE_BATCH_SIZE = 500;

export interface Reconciliation {
  /** By how many the host counts more than is stored: the same figure at the next sync means that nothing was deleted. */
  readonly difference: number;
  readonly changed: number;
  /** Issues that reading by time had skipped. */
  readonly page: Partial<TrackerPage> | null;
}

export interface DeletionReconcilerOptions {
  readonly source: SyncedSource;
  readonly context: SyncContext;
  readonly tracker: Tracker;
  /** Result of the last reconciliation; null before the first. */
  readonly before: SyncCursor["reconciled"];
  /** Runs in the transaction that removes issues because they are left out from now on. */
  readonly onRemoved: (tx: Db) => Promise<void>;
}

type IssueRow = Awaited<ReturnType<typeof listIssueInventory>>[number];

/**
 * Removes issues that the host does not have any more. It starts only when the host's count differs, deletes only after a complete list,
 * and verifies each missing issue: a few by single requests, many by a second list.
 */
export class DeletionReconciler {
  readonly #options: DeletionReconcilerOptions;
  readonly #leftOut: LeftOutWriter;

  constructor(options: DeletionReconcilerOptions) {
    this.#options = options;
    this.#leftOut = new LeftOutWriter(options.source);
  }

  /** @returns null when there is nothing to look for */
  async run(): Promise<Reconciliation | null> {
    const { source, context, tracker } = this.#options;
    const { db, signal } = context;
    const counted = await tracker.inventory.count(signal);
    const rows = await listIssueInventory(db, source.id);
    const requests = tracker.inventory.countsRequests
      ? (await countItems(db, "change_requests", source.id)) + (await countOutsideRequests(db, source.id))
      : 0;
    const others = requests + (await this.#leftOut.countIssues(db));
    if (!this.#isDue({ counted, issues: rows.length, others, requests })) return null;

    context.progress.report("reconcile", 0, counted);
    const listed = await this.#listIds(counted);
    const skipped = await this.#readSkipped(listed, rows);
    const { hidden, removed } = await this.#removeHidden();
    const missing = rows.filter(({ external_id: id }) => !listed.has(id) && !hidden.has(id));
    const gone = await this.#verify(missing, rows.length, counted);
    await this.#delete(gone);
    const storedIds = new Set(rows.map(({ external_id }) => external_id));
    const added = (skipped?.issues ?? []).filter(({ externalId }) => !storedIds.has(externalId)).length;
    const stored = rows.length - removed - gone.length + added + requests + hidden.size;
    return {
      difference: counted === null ? 0 : counted - stored,
      changed: removed + gone.length + (skipped?.issues?.length ?? 0),
      page: skipped,
    };
  }

  /** @param counts `others`: what the host counts in addition to the stored issues, which includes `requests` */
  #isDue(counts: { counted: number | null; issues: number; others: number; requests: number }): boolean {
    const { tracker, before, context } = this.#options;
    const { counted, issues, others, requests } = counts;
    if (tracker.inventory.isCheap) return issues > 0 || counted !== 0;
    if (counted !== null) return counted - issues - others !== (before?.difference ?? 0);
    if (issues + others === requests) return false;
    if (issues <= MAX_ISSUES_LISTED_EACH_SYNC || context.isFullCheck || before === null) return true;
    return Math.abs(Date.now() - Date.parse(before.at)) >= HOUR_MS;
  }

  async #listIds(total: number | null): Promise<ReadonlySet<string>> {
    const { tracker, context } = this.#options;
    const { progress, signal } = context;
    const listed = new Set<string>();
    for await (const ids of tracker.inventory.ids(signal)) {
      signal.throwIfAborted();
      for (const id of ids) listed.add(id);
      progress.report("reconcile", listed.size, total);
    }
    return listed;
  }

  /** Reads the listed issues that are stored in an older version, or not at all. */
  async #readSkipped(listed: ReadonlySet<string>, rows: readonly IssueRow[]): Promise<Partial<TrackerPage> | null> {
    const { inventory } = this.#options.tracker;
    if (!inventory.read) return null;
    const storedAt = new Map(rows.map(({ external_id, updated_at }) => [external_id, updated_at]));
    const skipped = [...listed].filter((id) => {
      const stored = storedAt.get(id);
      return stored === undefined || stored < (inventory.updatedAt?.(id) ?? stored);
    });
    return skipped.length > 0 ? inventory.read(skipped, this.#options.context.signal) : null;
  }

  /** Removes the issues that the list shows as restricted. The host's mark is sufficient: they are not requested again. */
  async #removeHidden(): Promise<{ readonly hidden: ReadonlySet<string>; readonly removed: number }> {
    const { context, tracker, onRemoved } = this.#options;
    const items = tracker.inventory.leftOut?.();
    if (!items) return { hidden: new Set(), removed: 0 };
    const removed = await context.db.transaction().execute(async (tx) => {
      const count = await this.#leftOut.replace(tx, "issue", items);
      if (count > 0) await onRemoved(tx);
      return count;
    });
    return { hidden: new Set(items.map(({ externalId }) => externalId)), removed };
  }

  /** @returns which of the missing issues the host does not have */
  async #verify(missing: readonly IssueRow[], all: number, counted: number | null): Promise<readonly IssueRow[]> {
    const { context, tracker } = this.#options;
    const { signal } = context;
    if (missing.length === 0) return [];
    // A token that lost its permissions gets empty lists and "not found" for each issue; `describe` then throws.
    await tracker.describe(signal);
    if (missing.length > MAX_SINGLE_CHECKS) {
      if (missing.length === all && counted !== 0) throw new SourceError("bad_answer", message("source.no_issues"));
      const again = await this.#listIds(counted);
      return missing.filter(({ external_id }) => !again.has(external_id));
    }
    const exists = await mapConcurrent(missing, CHECK_CONCURRENCY, ({ external_id, key }) =>
      tracker.inventory.has({ externalId: external_id, key }, signal),
    );
    const gone = missing.filter((_, at) => exists[at] === false);
    // The token may have lost its permissions during the checks.
    if (gone.length > 0) await tracker.describe(signal);
    return gone;
  }

  async #delete(gone: readonly IssueRow[]): Promise<void> {
    const { db } = this.#options.context;
    const ids = gone.map(({ id }) => id);
    for (let at = 0; at < ids.length; at += DELETE_BATCH_SIZE)
      await deleteIssues(db, ids.slice(at, at + DELETE_BATCH_SIZE));
    await this.#leftOut.forgetIssues(
      db,
      gone.map(({ external_id }) => external_id),
    );
  }
}
