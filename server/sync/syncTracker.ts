import { SourceError } from "../sources/SourceError.ts";
import { readManifest } from "./manifests.ts";
import { IssueWriter } from "./storeIssues.ts";
import { type SyncCursor, type SyncedSource, storeCursor } from "./SyncedSource.ts";
import { tidyTables } from "./tidyTables.ts";
import type { SyncWork } from "./SyncWork.ts";

/** How often in a row a host may ask for patience without giving anything in between. */
const MOST_WAITS = 30;

/**
 * Copies a tracker page by page: the rows of a page and the place where it ends are stored together, so a sync that was cut short
 * goes on there. When the host wants patience the sync waits, says so, and goes on.
 * @returns how many issues are stored
 */
export async function syncTracker(source: SyncedSource, work: SyncWork): Promise<number> {
  const { db, progress, signal } = work;
  const writer = new IssueWriter(source);
  let cursor: SyncCursor = source.cursor;
  let allChanged = 0;
  progress.report("connect");
  for (let waits = 0; ;) {
    try {
      const tracker = work.sources.openTracker(work.given);
      for await (const page of tracker.changes(cursor.tracker, signal)) {
        signal.throwIfAborted();
        const next = cursor;
        cursor = await db.transaction().execute(async (tx) => {
          const changed =
            page.step === "issues"
              ? await writer.writeIssues(tx, page.issues)
              : await writer.writeComments(tx, page.comments);
          allChanged += changed;
          const stored = { ...next, tracker: page.cursor, isIndexBehind: next.isIndexBehind || changed > 0 };
          await storeCursor(tx, source.id, stored);
          return stored;
        });
        waits = 0;
        progress.report(page.step, page.done, page.total);
      }
      break;
    } catch (error) {
      if (!(error instanceof SourceError) || error.code !== "rate_limited" || waits >= MOST_WAITS) throw error;
      waits += 1;
      const wait = withJitter(error.retryAfter ?? 60_000);
      progress.report("waiting", 0, null, `${error.message} Next try at ${new Date(Date.now() + wait).toISOString()}.`);
      await sleep(wait, signal);
    }
  }
  await tidyTables(db, ["issues", "issue_comments", "issue_assignees", "people"], allChanged);
  if (cursor.isIndexBehind || (await readManifest(db, source.projectId)).issues === null) {
    progress.report("index");
    await work.rebuildIssues(source.projectId, signal);
    await storeCursor(db, source.id, { ...cursor, isIndexBehind: false });
  }
  const { count } = await db
    .selectFrom("issues")
    .select((is) => is.fn.countAll<number>().as("count"))
    .where("source_id", "=", source.id)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Up to a tenth more, so that many servers do not come back in the same second. */
const withJitter = (wait: number): number => Math.ceil(wait * (1 + Math.random() / 10));

function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason instanceof Error ? signal.reason : new Error("Called off."));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}
