import { HOUR_MS } from "../../contract/durations.ts";
import { mapConcurrent } from "../concurrency.ts";
import { countItems } from "../db/tables/sourceCounts.ts";
import type { LeftOutItem } from "../sources/connectorTypes.ts";
import type { Wiki, WikiEntry } from "../sources/wikiTypes.ts";
import { purgeBlobs } from "./garbageCollection.ts";
import { readManifest, withPurge } from "./storedManifest.ts";
import { LeftOutWriter } from "./LeftOutWriter.ts";
import { retryOnRateLimit } from "./retryOnRateLimit.ts";
import { PageWriter } from "./PageWriter.ts";
import { type SyncCursor, type SyncedSource, storeCursor } from "./SyncedSource.ts";
import { vacuumAnalyze } from "../db/vacuumAnalyze.ts";
import type { SyncContext } from "./SyncContext.ts";

const PAGE_CONCURRENCY = 4;
const BATCH_SIZE = 40;
/** Milliseconds between two reads of labels and attachments, which cost one request per label; shorter when a user waits. */
const EXTRAS_INTERVAL_MS = HOUR_MS;

/** Reads the restricted pages whose version is not stored, for the members who may read them. */
async function readRestricted(
  source: SyncedSource,
  { db, signal }: SyncContext,
  wiki: Wiki,
  leftOut: readonly LeftOutItem[],
): Promise<void> {
  const writer = new LeftOutWriter(source);
  const known = await writer.pageVersions(db);
  const due = leftOut.filter(
    ({ kind, externalId, version }) => kind === "restricted_page" && known.get(externalId) !== String(version),
  );
  for (let at = 0; at < due.length; at += BATCH_SIZE) {
    signal.throwIfAborted();
    const texts = await mapConcurrent(due.slice(at, at + BATCH_SIZE), PAGE_CONCURRENCY, async ({ externalId }) => ({
      subject: "page" as const,
      externalId,
      text: (await wiki.restrictedPage?.(externalId, signal)) ?? null,
    }));
    await db.transaction().execute((tx) =>
      writer.writeTexts(
        tx,
        texts.flatMap(({ text, ...item }) => (text ? [{ ...item, text }] : [])),
      ),
    );
  }
}

/**
 * Copies a wiki. Its list, which is short compared with the pages, has the version of each page: stored versions are not read again, so an
 * interrupted sync resumes where it stopped. Only a complete list is evidence that pages are gone.
 * @returns how many pages are stored
 */
export async function syncWiki(source: SyncedSource, work: SyncContext): Promise<number> {
  const { db, progress, signal } = work;
  const writer = new PageWriter(source);
  let cursor: SyncCursor = source.cursor;
  let changed = 0;
  progress.report("connect");
  const behind = async (): Promise<void> => {
    if (cursor.isIndexBehind) return;
    cursor = { ...cursor, isIndexBehind: true };
    await storeCursor(db, source.id, cursor);
  };

  const readPages = async (wiki: Wiki, ids: readonly string[], onBatch: (done: number) => void): Promise<void> => {
    for (let at = 0; at < ids.length; at += BATCH_SIZE) {
      signal.throwIfAborted();
      const batch = ids.slice(at, at + BATCH_SIZE);
      const pages = await mapConcurrent(batch, PAGE_CONCURRENCY, (id) => wiki.page(id, signal));
      await db.transaction().execute((tx) =>
        writer.write(
          tx,
          pages.filter((page) => page !== null),
        ),
      );
      changed += batch.length;
      onBatch(at + batch.length);
    }
  };

  await retryOnRateLimit(work, async (onProgress) => {
    const wiki = work.sources.openWiki(work.access());
    const entries = new Map<string, WikiEntry>();
    for await (const list of wiki.entries(signal)) {
      signal.throwIfAborted();
      for (const entry of list) entries.set(entry.externalId, entry);
      progress.report("pages", 0, null);
    }
    // Before anything is read: a page that is restricted since the last sync must not stay for as long as a reading takes.
    const leftOut = wiki.leftOut?.() ?? [];
    const restricted = await db.transaction().execute(async (tx) => {
      const removed = await new LeftOutWriter(source).replace(tx, "page", leftOut);
      if (removed > 0) {
        cursor = await withPurge(tx, source.projectId, cursor);
        await storeCursor(tx, source.id, cursor);
      }
      return removed;
    });
    changed += restricted;
    if (source.restrictedChoice !== null) await readRestricted(source, work, wiki, leftOut);
    const stored = await writer.versions(db);
    const missing = [...entries.values()].filter((entry) => stored.get(entry.externalId)?.version !== entry.version);
    const fresh = entries.size - missing.length;
    if (missing.length > 0) await behind();
    await readPages(
      wiki,
      missing.map(({ externalId }) => externalId),
      (done) => {
        onProgress();
        progress.report("pages", fresh + done, entries.size);
      },
    );
    const moved = [...entries.values()].filter((entry) => {
      const row = stored.get(entry.externalId);
      return row && (row.parentId !== entry.parentId || row.position !== entry.position);
    });
    const listed = [...stored.keys()].filter((id) => !entries.has(id));
    progress.report("sweep", 0, listed.length);
    // A page missing from the list is requested separately: it may have been created or moved while the list was read.
    const there = await mapConcurrent(listed, PAGE_CONCURRENCY, (id) => wiki.page(id, signal));
    const gone = listed.filter((_, at) => there[at] === null);
    // A token that lost its permissions meanwhile gets "not found" for each page; `describe` then throws.
    if (gone.length > 0) await wiki.describe(signal);
    if (moved.length + gone.length > 0) {
      await behind();
      await db.transaction().execute(async (tx) => {
        await writer.move(tx, moved);
        await writer.remove(tx, gone);
      });
      changed += moved.length + gone.length;
    }
  });
  await retryOnRateLimit(work, async (onProgress) => {
    const wiki = work.sources.openWiki(work.access());
    const before = cursor.extras;
    // A time in the future was stored by a clock that has been set back since.
    const isDue =
      before === null || work.isFullCheck || Math.abs(Date.now() - Date.parse(before.at)) >= EXTRAS_INTERVAL_MS;
    if (!wiki.extras || !isDue) return;
    progress.report("sweep", 0, null);
    const extras = await wiki.extras(signal);
    if (extras.digest !== before?.print) {
      const odd = await writer.withOtherExtras(db, extras);
      if (odd.length > 0) await behind();
      // The page itself takes precedence: the lists may be older than what was just read.
      await readPages(wiki, odd, (done) => {
        onProgress();
        progress.report("sweep", done, odd.length);
      });
    }
    cursor = { ...cursor, extras: { at: new Date().toISOString(), print: extras.digest } };
    await storeCursor(db, source.id, cursor);
  });
  await vacuumAnalyze(db, ["pages", "page_versions", "people"], changed);
  if (cursor.isIndexBehind || (await readManifest(db, source.projectId)).pages === null) {
    progress.report("index");
    await db.transaction().execute((tx) => writer.removeUnnamedPeople(tx));
    const replaced = await work.rebuildPages(source.projectId, signal);
    if (cursor.purge.length > 0) await purgeBlobs(db, work.blobs, [...cursor.purge, ...replaced]);
    await storeCursor(db, source.id, { ...cursor, isIndexBehind: false, purge: [] });
  }
  return countItems(db, "pages", source.id);
}
