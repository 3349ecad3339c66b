import type { Db } from "../db/openDb.ts";
import { listCommentCountMismatches, listKnownKeys } from "../db/tables/issueStorage.ts";
import { countItems } from "../db/tables/sourceCounts.ts";
import type { Tracker, TrackerPage } from "../sources/trackerTypes.ts";
import type { SourceAccess } from "../sources/createSources.ts";
import { purgeBlobs } from "./garbageCollection.ts";
import { readManifest, withPurge } from "./storedManifest.ts";
import { retryOnRateLimit } from "./retryOnRateLimit.ts";
import { IssueWriter } from "./IssueWriter.ts";
import { LeftOutWriter } from "./LeftOutWriter.ts";
import { type SyncCursor, type SyncedSource, storeCursor } from "./SyncedSource.ts";
import { reconcileDeletions } from "./reconcileDeletions.ts";
import { syncRequests } from "./syncRequests.ts";
import { vacuumAnalyze } from "../db/vacuumAnalyze.ts";
import type { SyncContext } from "./SyncContext.ts";
import { message } from "../messages/messages.ts";

/** Threads that one sync requests separately. */
const MAX_THREADS = { visitor: 10, signedIn: 300 } as const;
const MAX_MISMATCHES = 500;

/**
 * Copies a tracker page by page. The rows of a page and the cursor after it are stored in one transaction, so an interrupted sync resumes
 * there. Issues become searchable before requests, deleted issues and timelines are read.
 * @returns how many issues are stored
 */
export async function syncTracker(source: SyncedSource, work: SyncContext): Promise<number> {
  const { db, progress, signal } = work;
  const writers = { issues: new IssueWriter(source), leftOut: new LeftOutWriter(source) };
  let cursor: SyncCursor = cursorForChoice(source);
  let allChanged = 0;
  progress.report("connect");
  let opened: { readonly given: SourceAccess; readonly tracker: Tracker } | undefined;
  /** One for the whole sync, and another one when the credential was renewed. */
  const open = (): Tracker => {
    const given = work.access();
    if (opened?.given !== given) opened = { given, tracker: work.sources.openTracker(given) };
    return opened.tracker;
  };

  const store = async (page: Partial<TrackerPage>, change: (changed: number) => SyncCursor): Promise<number> => {
    const { changed, stored } = await db.transaction().execute(async (tx) => {
      const { changed: count, removed } = await writePage(tx, writers, page);
      const place = { ...change(count), cutThreads: cutAfter(cursor.cutThreads, page) };
      const next = removed > 0 ? await withPurge(tx, source.projectId, place) : place;
      await storeCursor(tx, source.id, next);
      return { changed: count + removed, stored: next };
    });
    cursor = stored;
    allChanged += changed;
    return changed;
  };
  const index = async (): Promise<void> => {
    if (!cursor.isIndexBehind && (await readManifest(db, source.projectId)).issues !== null) return;
    progress.report("index");
    // Before the flag of the index is cleared: a sync that is cut short comes here again.
    await db.transaction().execute((tx) => writers.issues.removeUnnamedPeople(tx));
    const replaced = await work.rebuildIssues(source.projectId, signal);
    if (cursor.purge.length > 0) await purgeBlobs(db, work.blobs, [...cursor.purge, ...replaced]);
    cursor = { ...cursor, isIndexBehind: false, purge: [] };
    await storeCursor(db, source.id, cursor);
  };

  await retryOnRateLimit(work, async (onProgress) => {
    const tracker = open();
    for await (const page of tracker.changes(cursor.tracker, signal)) {
      signal.throwIfAborted();
      await store(page, (changed) => ({
        ...cursor,
        tracker: page.cursor,
        isIndexBehind: cursor.isIndexBehind || changed > 0,
      }));
      onProgress();
      progress.report(page.step, page.done, page.total);
    }
  });
  await retryOnRateLimit(work, async (onProgress) => {
    const tracker = open();
    if (!tracker.thread) return;
    const due = (await listCommentCountMismatches(db, source.id, 1000)).filter(
      ({ key, reported }) => cursor.commentCountMismatches[key] !== reported,
    );
    for (const { key, reported } of due.slice(
      0,
      work.access().credential ? MAX_THREADS.signedIn : MAX_THREADS.visitor,
    )) {
      signal.throwIfAborted();
      const thread = await tracker.thread(key, signal);
      const isOdd = thread === null || thread.comments.length !== reported;
      const odd = Object.entries({ ...cursor.commentCountMismatches, ...(isOdd && { [key]: reported }) }).slice(
        -MAX_MISMATCHES,
      );
      const page: Partial<TrackerPage> =
        thread === null ? {} : { comments: thread.comments, [thread.isCut ? "cutThreads" : "wholeThreads"]: [key] };
      await store(page, (changed) => ({
        ...cursor,
        commentCountMismatches: Object.fromEntries(odd),
        isIndexBehind: cursor.isIndexBehind || changed > 0,
      }));
      onProgress();
      progress.report("comments", 0, null);
    }
  });
  await vacuumAnalyze(db, ["issues", "issue_words", "issue_comments", "issue_assignees", "people"], allChanged);
  await index();

  cursor = await syncRequests(source, cursor, work);
  await retryOnRateLimit(work, async () => {
    const tracker = open();
    const swept = await reconcileDeletions(source, work, tracker, cursor.swept, async (tx) => {
      cursor = await withPurge(tx, source.projectId, cursor);
      await storeCursor(tx, source.id, cursor);
    });
    if (!swept) return;
    if (swept.found) await store(swept.found, () => cursor);
    await store({}, () => ({
      ...cursor,
      swept: { at: new Date().toISOString(), difference: swept.difference },
      isIndexBehind: cursor.isIndexBehind || swept.changed > 0,
    }));
  });
  await retryOnRateLimit(work, async (onProgress) => {
    const tracker = open();
    if (!tracker.events) return;
    for await (const page of tracker.events(cursor.events, signal)) {
      signal.throwIfAborted();
      await store(page, () => ({ ...cursor, events: page.cursor }));
      onProgress();
      progress.report("events", page.done, page.total);
    }
  });
  await index();
  await noteCutThreads(source.id, cursor.cutThreads, work);
  return countItems(db, "issues", source.id);
}

/** Where the reading begins: from the start for another choice, since a list by time gives only what has changed. */
function cursorForChoice({ cursor, restrictedChoice }: SyncedSource): SyncCursor {
  if (cursor.restrictedChoice === restrictedChoice) return cursor;
  return { ...cursor, restrictedChoice, ...(restrictedChoice !== null && { tracker: null }) };
}

/** Keys that a cursor keeps, and keys that a note names. */
const MAX_CUT_THREADS = 100;
const MAX_NAMED_THREADS = 10;

/** Threads that are cut, once a page was read. */
const cutAfter = (
  known: readonly string[],
  { wholeThreads = [], cutThreads = [] }: Pick<Partial<TrackerPage>, "wholeThreads" | "cutThreads">,
): string[] =>
  [...new Set([...known, ...cutThreads])]
    .filter((key) => cutThreads.includes(key) || !wholeThreads.includes(key))
    .slice(-MAX_CUT_THREADS);

/** Notes at the source which threads were cut. An issue that was deleted or left out since is not named. */
async function noteCutThreads(sourceId: string, keys: readonly string[], { db, addNote }: SyncContext): Promise<void> {
  if (keys.length === 0) return;
  const known = await listKnownKeys(db, sourceId, keys, MAX_NAMED_THREADS);
  if (known.length === 0) return;
  const names = known.join(", ");
  addNote({ code: "threads", text: message("note.cut_discussions", { names }) });
}

/** @returns how many issues and comments changed, and how many were removed because they are left out from now on */
async function writePage(
  tx: Db,
  { issues, leftOut }: { readonly issues: IssueWriter; readonly leftOut: LeftOutWriter },
  page: Partial<TrackerPage>,
): Promise<{ readonly changed: number; readonly removed: number }> {
  // First: a comment that is left out now is also missing from its thread, and would go as one that was deleted.
  const removed = page.leftOut
    ? await leftOut.writeTrackerPage(tx, { issues: page.issues ?? [], leftOut: page.leftOut })
    : 0;
  let changed = 0;
  if (page.issues) changed += await issues.writeIssues(tx, page.issues);
  if (page.comments || page.wholeThreads)
    changed += await issues.writeComments(tx, page.comments ?? [], page.wholeThreads);
  if (page.events) await issues.writeEvents(tx, page.events);
  return { changed, removed };
}
