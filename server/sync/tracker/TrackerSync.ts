import type { Db } from "../../db/openDb.ts";
import {
  deleteItemsByExternalIds,
  listCommentCountMismatches,
  resetCommentTimes,
  resetIssueTimes,
} from "../../db/tables/issues/issueStorage.ts";
import { lockNoticeWatermark } from "../../db/tables/notices/noticeWatermarks.ts";
import { countItems } from "../../db/tables/sources/sourceCounts.ts";
import type { Tracker, TrackerPage } from "../../sources/connector/trackerTypes.ts";
import type { SourceAccess } from "../../sources/sourceTypes.ts";
import { readDifferingItems } from "../store/rereadItems.ts";
import { cutAfter, noteCutThreads } from "../store/cutThreads.ts";
import { readStoredManifest, withPurge } from "../store/storedManifest.ts";
import { retryOnRateLimit } from "../source/retryOnRateLimit.ts";
import { indexedBeforeWait } from "../source/QuotaWaitError.ts";
import { IssueWriter } from "./IssueWriter.ts";
import { LeftOutWriter } from "../store/LeftOutWriter.ts";
import { type SyncCursor, type SyncedSource, storeCursor } from "../source/SyncedSource.ts";
import { rebuildIndex } from "../indexing/rebuildIndex.ts";
import { applyChosenFields, endAddingFields } from "./applyChosenFields.ts";
import { DeletionReconciler } from "./DeletionReconciler.ts";
import { syncFieldValues } from "./fieldValues.ts";
import { readUnknownIssues } from "./readUnknownIssues.ts";
import { RequestSync } from "../requests/RequestSync.ts";
import { vacuumAnalyze } from "../../db/vacuumAnalyze.ts";
import type { SyncContext } from "../source/SyncContext.ts";

/** Threads that one sync requests separately. */
const MAX_THREADS = { visitor: 10, signedIn: 300 } as const;
const MAX_MISMATCHES = 500;
/** Issues that are left after the first page of a first sync, from which the newest ones are read before them. */
const MANY_ISSUES = 1000;

interface Writers {
  readonly issues: IssueWriter;
  readonly leftOut: LeftOutWriter;
}

/**
 * Copies a tracker page by page. The rows of a page and the cursor after it are stored in one transaction, so an interrupted sync resumes
 * there. Issues become searchable before requests, deleted issues and timelines are read.
 */
export class TrackerSync {
  readonly #source: SyncedSource;
  readonly #context: SyncContext;
  readonly #writers: Writers;
  #cursor: SyncCursor;
  /** Rows that this sync changed. */
  #changed = 0;
  #opened: { readonly access: SourceAccess; readonly tracker: Tracker } | undefined;

  constructor(source: SyncedSource, context: SyncContext) {
    this.#source = source;
    this.#context = context;
    this.#writers = { issues: new IssueWriter(source), leftOut: new LeftOutWriter(source) };
    this.#cursor = cursorForChoice(source);
  }

  /** @returns how many issues are stored */
  run(): Promise<number> {
    return indexedBeforeWait(
      () => this.#run(),
      async () => {
        if (this.#cursor.isIndexBehind) await this.#index();
      },
    );
  }

  async #run(): Promise<number> {
    const { db, progress } = this.#context;
    progress.report("connect");
    this.#cursor = await applyChosenFields(this.#source, this.#cursor, db);
    await this.#readChanges();
    this.#cursor = await endAddingFields(this.#source, this.#cursor, db);
    await this.#readUnknownIssues();
    await this.#readMismatchedThreads();
    await this.#rereadIssues();
    await vacuumAnalyze(db, ["issues", "issue_words", "issue_comments", "issue_assignees", "accounts"], this.#changed);
    await this.#index();
    this.#cursor = await new RequestSync(this.#source, this.#context, this.#cursor).run();
    await this.#reconcile();
    await this.#readEvents();
    await this.#readFieldValues();
    await this.#index();
    await noteCutThreads(this.#source.id, this.#cursor.cutThreads, this.#context);
    return countItems(db, "issues", this.#source.id);
  }

  #readChanges(): Promise<void> {
    const { progress, signal } = this.#context;
    let isFirst = this.#cursor.tracker === null;
    return retryOnRateLimit(this.#context, async (onProgress) => {
      for await (const page of this.#tracker().changes(this.#cursor.tracker, signal)) {
        signal.throwIfAborted();
        await this.#store(page, (changed) => ({ tracker: page.cursor, ...this.#behindAfter(changed) }));
        onProgress();
        progress.report(page.step, page.done, page.total);
        if (!isFirst) continue;
        isFirst = false;
        if ((page.total ?? 0) - page.done >= MANY_ISSUES) await this.#readNewest();
      }
    });
  }

  /** Makes the issues that changed last searchable. An interruption leaves them to the list by time. */
  async #readNewest(): Promise<void> {
    const { signal } = this.#context;
    for await (const page of this.#tracker().newest?.(signal) ?? []) {
      signal.throwIfAborted();
      await this.#store(page, (changed) => this.#behindAfter(changed));
    }
    await this.#index();
  }

  /** Reads the threads of which the host counts another number of comments than are stored. */
  #readMismatchedThreads(): Promise<void> {
    const { db, progress, signal } = this.#context;
    return retryOnRateLimit(this.#context, async (onProgress) => {
      const tracker = this.#tracker();
      if (!tracker.thread) return;
      const mismatches = await listCommentCountMismatches(db, this.#source.id, 1000);
      const due = mismatches.filter(({ key, reported }) => this.#cursor.commentCountMismatches[key] !== reported);
      const limit = this.#context.access().credential ? MAX_THREADS.signedIn : MAX_THREADS.visitor;
      for (const { key, reported } of due.slice(0, limit)) {
        signal.throwIfAborted();
        const thread = await tracker.thread(key, signal);
        const isMismatched = thread === null || thread.comments.length !== reported;
        const updatedMismatches = { ...this.#cursor.commentCountMismatches, ...(isMismatched && { [key]: reported }) };
        const page: Partial<TrackerPage> =
          thread === null ? {} : { comments: thread.comments, [thread.isCut ? "cutThreads" : "wholeThreads"]: [key] };
        await this.#store(page, (changed) => ({
          commentCountMismatches: Object.fromEntries(Object.entries(updatedMismatches).slice(-MAX_MISMATCHES)),
          ...this.#behindAfter(changed),
        }));
        onProgress();
        progress.report("comments", 0, null);
      }
    });
  }

  #readUnknownIssues(): Promise<void> {
    return retryOnRateLimit(this.#context, (onProgress) => {
      const place = { db: this.#context.db, sourceId: this.#source.id, signal: this.#context.signal };
      return readUnknownIssues(place, this.#tracker(), async (page) => {
        await this.#store(page, (changed) => this.#behindAfter(changed));
        onProgress();
      });
    });
  }

  /** Stores issues that differ from their host's although their times of change may be the same. */
  #rereadIssues(): Promise<void> {
    return retryOnRateLimit(this.#context, async () => {
      const { db } = this.#context;
      const reread = await readDifferingItems(this.#context, this.#source.id, "issue");
      if (!reread) return;
      const issues = reread.items.flatMap((item) => (item.kind === "issue" ? [item.issue] : []));
      this.#cursor = await db.transaction().execute(async (tx) => {
        await lockNoticeWatermark(tx, this.#source.id);
        const changed = await this.#writers.issues.rewriteIssues(tx, issues);
        await reread.forget(tx);
        const cursor = { ...this.#cursor, ...this.#behindAfter(changed) };
        await storeCursor(tx, this.#source.id, cursor);
        return cursor;
      });
    });
  }

  /** Finds issues that the host does not have any more. */
  #reconcile(): Promise<void> {
    return retryOnRateLimit(this.#context, async () => {
      const reconciled = await new DeletionReconciler({
        source: this.#source,
        context: this.#context,
        tracker: this.#tracker(),
        before: this.#cursor.reconciled,
        onRemoved: async (tx) => {
          this.#cursor = await withPurge(tx, this.#source.projectId, this.#cursor);
          await storeCursor(tx, this.#source.id, this.#cursor);
        },
      }).run();
      if (!reconciled) return;
      const { page, difference, changed } = reconciled;
      if (page) await this.#store(page, () => ({}));
      await this.#store({}, () => ({
        reconciled: { at: new Date().toISOString(), difference },
        ...this.#behindAfter(changed),
      }));
    });
  }

  #readEvents(): Promise<void> {
    const { progress, signal } = this.#context;
    return retryOnRateLimit(this.#context, async (onProgress) => {
      const tracker = this.#tracker();
      if (!tracker.events) return;
      for await (const page of tracker.events(this.#cursor.events, signal)) {
        signal.throwIfAborted();
        await this.#store(page, () => ({ events: page.cursor }));
        onProgress();
        progress.report("events", page.done, page.total);
      }
    });
  }

  #readFieldValues(): Promise<void> {
    return retryOnRateLimit(this.#context, async () => {
      this.#cursor = await syncFieldValues(this.#source, this.#cursor, this.#tracker(), this.#context);
    });
  }

  async #index(): Promise<void> {
    const { projectId } = this.#source;
    if (!this.#cursor.isIndexBehind && (await readStoredManifest(this.#context.db, projectId)).issues !== null) return;
    this.#cursor = await rebuildIndex(this.#source, this.#context, this.#writers.issues, this.#cursor);
  }

  /** One for the whole sync, until the credential is renewed. */
  #tracker(): Tracker {
    const access = this.#context.access();
    if (this.#opened?.access !== access) {
      this.#opened = { access, tracker: this.#context.sources.openTracker(access) };
    }
    return this.#opened.tracker;
  }

  /** Stores the rows of a page together with the cursor after it. @param change gets the number of rows that changed */
  async #store(page: Partial<TrackerPage>, change: (changed: number) => Partial<SyncCursor>): Promise<void> {
    const { id, projectId } = this.#source;
    const stored = await this.#context.db.transaction().execute(async (tx) => {
      const { changed, removed } = await writePage(tx, id, this.#writers, page);
      const after = { ...this.#cursor, ...change(changed), cutThreads: cutAfter(this.#cursor.cutThreads, page) };
      const cursor = removed > 0 ? await withPurge(tx, projectId, after) : after;
      await storeCursor(tx, id, cursor);
      return { cursor, changed: changed + removed };
    });
    this.#cursor = stored.cursor;
    this.#changed += stored.changed;
  }

  #behindAfter(changed: number): Pick<SyncCursor, "isIndexBehind"> {
    return { isIndexBehind: this.#cursor.isIndexBehind || changed > 0 };
  }
}

/** Reads from the start for another choice, because a list by time has only what has changed. */
function cursorForChoice({ cursor, restrictedChoice }: SyncedSource): SyncCursor {
  if (cursor.restrictedChoice === restrictedChoice) return cursor;
  return { ...cursor, restrictedChoice, ...(restrictedChoice !== null && { tracker: null }) };
}

/** @returns how many issues and comments changed, and how many were removed because they are left out from now on */
async function writePage(
  tx: Db,
  sourceId: string,
  { issues, leftOut }: Writers,
  page: Partial<TrackerPage>,
): Promise<{ readonly changed: number; readonly removed: number }> {
  // Before the rows of issues, as `refreshIssue` does.
  await lockNoticeWatermark(tx, sourceId);
  // First: a comment that is left out now is also missing from its thread, and would be taken for a deleted one.
  const removed = page.leftOut
    ? await leftOut.writeTrackerPage(tx, { issues: page.issues ?? [], leftOut: page.leftOut })
    : 0;
  let changed = await writeGone(tx, sourceId, page);
  if (page.issues) changed += await issues.writeIssues(tx, page.issues);
  if (page.comments || page.wholeThreads)
    changed += await issues.writeComments(tx, page.comments ?? [], page.wholeThreads);
  if (page.events) await issues.writeEvents(tx, page.events);
  if (page.references) await issues.writeReferences(tx, page.references);
  if (page.statuses) await issues.writeStatuses(tx, page.statuses, true);
  await issues.writeStatuses(
    tx,
    (page.issues ?? []).flatMap(({ workflow }) => workflow?.status ?? []),
    false,
  );
  return { changed, removed };
}

/** Deletes the issues that are gone, and makes those of a page that supersedes the newer ones. @returns how many are deleted */
async function writeGone(tx: Db, sourceId: string, page: Partial<TrackerPage>): Promise<number> {
  const { gone = [], issues = [], supersedes = false } = page;
  if (supersedes && issues.length > 0) {
    const ids = issues.map(({ externalId }) => externalId);
    await resetIssueTimes(tx, sourceId, ids);
    await resetCommentTimes(tx, sourceId, ids);
  }
  return gone.length === 0 ? 0 : deleteItemsByExternalIds(tx, "issues", sourceId, gone);
}
