import { HOUR_MS } from "../../../contract/durations.ts";
import { mapConcurrent } from "../../concurrency.ts";
import { deleteItemsToReread, listItemsToReread } from "../../db/tables/sources/sourceLedgers.ts";
import { countItems } from "../../db/tables/sources/sourceCounts.ts";
import type { LeftOutItem } from "../../sources/connector/connectorTypes.ts";
import type { Wiki, WikiEntry, WikiItem, WikiPage } from "../../sources/connector/wikiTypes.ts";
import { readStoredManifest, withPurge } from "../store/storedManifest.ts";
import { LeftOutWriter } from "../store/LeftOutWriter.ts";
import { rebuildIndex } from "../indexing/rebuildIndex.ts";
import { retryOnRateLimit } from "../source/retryOnRateLimit.ts";
import { indexedBeforeWait } from "../source/QuotaWaitError.ts";
import { PageWriter, type StoredPage, isChanged } from "./PageWriter.ts";
import { readPageComments } from "./readPageComments.ts";
import { type SyncCursor, type SyncedSource, storeCursor } from "../source/SyncedSource.ts";
import { vacuumAnalyze } from "../../db/vacuumAnalyze.ts";
import type { SyncContext } from "../source/SyncContext.ts";

const PAGE_CONCURRENCY = 4;
const BATCH_SIZE = 40;
/** Milliseconds between two reads of labels and attachments, which cost one request per label; shorter when a user waits. */
const EXTRAS_INTERVAL_MS = HOUR_MS;

type Entries = ReadonlyMap<string, WikiEntry>;
type StoredPages = ReadonlyMap<string, StoredPage>;

/**
 * Copies a wiki. Its list, which is short compared with the pages, has the version of each page: stored versions are not read again, so an
 * interrupted sync resumes where it stopped. Only a complete list is evidence that pages are gone.
 */
export class WikiSync {
  readonly #source: SyncedSource;
  readonly #context: SyncContext;
  readonly #writer: PageWriter;
  readonly #leftOut: LeftOutWriter;
  #cursor: SyncCursor;
  /** Pages that this sync changed. */
  #changed = 0;

  constructor(source: SyncedSource, context: SyncContext) {
    this.#source = source;
    this.#context = context;
    this.#writer = new PageWriter(source);
    this.#leftOut = new LeftOutWriter(source);
    this.#cursor = source.cursor;
  }

  /** @returns how many pages are stored */
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
    await retryOnRateLimit(this.#context, (onProgress) => this.#readWiki(this.#openWiki(), onProgress));
    await retryOnRateLimit(this.#context, (onProgress) => this.#readComments(this.#openWiki(), onProgress));
    await retryOnRateLimit(this.#context, (onProgress) => this.#readExtras(this.#openWiki(), onProgress));
    await vacuumAnalyze(db, ["pages", "page_versions", "page_comments", "accounts"], this.#changed);
    if (this.#cursor.isIndexBehind || (await readStoredManifest(db, this.#source.projectId)).pages === null)
      await this.#index();
    return countItems(db, "pages", this.#source.id);
  }

  async #index(): Promise<void> {
    this.#cursor = await rebuildIndex(this.#source, this.#context, this.#writer, this.#cursor);
  }

  async #readWiki(wiki: Wiki, onProgress: () => void): Promise<void> {
    const entries = await this.#listEntries(wiki);
    // Before anything is read: a page that is restricted since the last sync must not stay for as long as a reading takes.
    const leftOut = wiki.leftOut?.() ?? [];
    await this.#replaceLeftOut(leftOut);
    if (this.#source.restrictedChoice !== null) await this.#readRestricted(wiki, leftOut);
    const stored = await this.#writer.versions(this.#context.db);
    await this.#readMissing(wiki, entries, stored, onProgress);
    await this.#moveAndRemove(wiki, entries, stored);
  }

  async #listEntries(wiki: Wiki): Promise<Entries> {
    const { progress, signal } = this.#context;
    const entries = new Map<string, WikiEntry>();
    for await (const list of wiki.entries(signal)) {
      signal.throwIfAborted();
      for (const entry of list) entries.set(entry.externalId, entry);
      progress.report("pages", 0, null);
    }
    return entries;
  }

  async #replaceLeftOut(leftOut: readonly LeftOutItem[]): Promise<void> {
    const { id, projectId } = this.#source;
    this.#changed += await this.#context.db.transaction().execute(async (tx) => {
      const removed = await this.#leftOut.replace(tx, "page", leftOut);
      if (removed > 0) {
        this.#cursor = await withPurge(tx, projectId, this.#cursor);
        await storeCursor(tx, id, this.#cursor);
      }
      return removed;
    });
  }

  /** Reads the restricted pages whose version is not stored, for the members who may read them. */
  async #readRestricted(wiki: Wiki, leftOut: readonly LeftOutItem[]): Promise<void> {
    const { db, signal } = this.#context;
    const versions = await this.#leftOut.pageVersions(db);
    const due = leftOut.filter(
      ({ kind, externalId, version }) => kind === "restricted_page" && versions.get(externalId) !== String(version),
    );
    for (let at = 0; at < due.length; at += BATCH_SIZE) {
      signal.throwIfAborted();
      const texts = await mapConcurrent(due.slice(at, at + BATCH_SIZE), PAGE_CONCURRENCY, async ({ externalId }) => {
        const text = await wiki.restrictedPage?.(externalId, signal);
        return text ? [{ subject: "page" as const, externalId, text }] : [];
      });
      await db.transaction().execute((tx) => this.#leftOut.writeTexts(tx, texts.flat()));
    }
  }

  /** Reads the pages whose version is not stored, and those that a comparison found to differ. */
  async #readMissing(wiki: Wiki, entries: Entries, stored: StoredPages, onProgress: () => void): Promise<void> {
    const { db } = this.#context;
    const differing = (await listItemsToReread(db, this.#source.id, "page")).map(({ external_id }) => external_id);
    const missing = [...entries.values()].filter(
      (entry) => isChanged(entry, stored.get(entry.externalId)) || differing.includes(entry.externalId),
    );
    const fresh = entries.size - missing.length;
    if (missing.length > 0) await this.#markBehind();
    await this.#readPages(wiki, missing, stored, (done) => {
      onProgress();
      this.#context.progress.report("pages", fresh + done, entries.size);
    });
    await deleteItemsToReread(db, this.#source.id, "page", differing);
  }

  async #moveAndRemove(wiki: Wiki, entries: Entries, stored: StoredPages): Promise<void> {
    const { db, progress, signal } = this.#context;
    const moved = [...entries.values()].filter((entry) => {
      const row = stored.get(entry.externalId);
      return row && (row.parentId !== entry.parentId || row.position !== entry.position);
    });
    const unlisted = [...stored].flatMap(([externalId, { kind }]) =>
      entries.has(externalId) ? [] : [{ externalId, kind }],
    );
    progress.report("reconcile", 0, unlisted.length);
    // A page missing from the list is requested separately: it may have been created or moved while the list was read.
    const pages = await mapConcurrent(unlisted, PAGE_CONCURRENCY, (item) => wiki.page(item, signal));
    const gone = unlisted.flatMap(({ externalId }, at) => (pages[at] === null ? [externalId] : []));
    // A token that lost its permissions meanwhile gets "not found" for each page; `describe` then throws.
    if (gone.length > 0) await wiki.describe(signal);
    if (moved.length + gone.length === 0) return;
    await this.#markBehind();
    await db.transaction().execute(async (tx) => {
      await this.#writer.move(tx, moved);
      await this.#writer.remove(tx, gone);
    });
    this.#changed += moved.length + gone.length;
  }

  /** Reads the comments that changed; after pages, which they need. */
  async #readComments(wiki: Wiki, onProgress: () => void): Promise<void> {
    const read = await readPageComments({
      source: { ...this.#source, cursor: this.#cursor },
      context: this.#context,
      wiki,
      onChange: () => this.#markBehind(),
      onProgress,
    });
    if (read === null) return;
    this.#changed += read.changed;
    this.#cursor = { ...this.#cursor, comments: read.cursor };
    await storeCursor(this.#context.db, this.#source.id, this.#cursor);
  }

  /** Reads the pages whose labels or attachments differ from what the wiki lists. */
  async #readExtras(wiki: Wiki, onProgress: () => void): Promise<void> {
    const { db, progress, signal } = this.#context;
    const { extras: before } = this.#cursor;
    if (!wiki.extras || !this.#areExtrasDue()) return;
    progress.report("reconcile", 0, null);
    const extras = await wiki.extras(signal);
    if (extras.digest !== before?.digest) {
      const differing = await this.#writer.withOtherExtras(db, extras);
      if (differing.length > 0) await this.#markBehind();
      // The page itself takes precedence: the lists may be older than what was just read.
      await this.#readPages(wiki, differing, null, (done) => {
        onProgress();
        progress.report("reconcile", done, differing.length);
      });
    }
    this.#cursor = { ...this.#cursor, extras: { at: new Date().toISOString(), digest: extras.digest } };
    await storeCursor(db, this.#source.id, this.#cursor);
  }

  /** A time in the future was stored by a clock that has been set back since. */
  #areExtrasDue(): boolean {
    const { extras } = this.#cursor;
    if (extras === null || this.#context.isFullCheck) return true;
    return Math.abs(Date.now() - Date.parse(extras.at)) >= EXTRAS_INTERVAL_MS;
  }

  /** @param stored before them; null where all of them are stored */
  async #readPages(
    wiki: Wiki,
    items: readonly WikiItem[],
    stored: StoredPages | null,
    onBatch: (done: number) => void,
  ): Promise<void> {
    const { db, signal } = this.#context;
    for (let at = 0; at < items.length; at += BATCH_SIZE) {
      signal.throwIfAborted();
      const batch = items.slice(at, at + BATCH_SIZE);
      const read = await mapConcurrent(batch, PAGE_CONCURRENCY, (item) => wiki.page(item, signal));
      const pages = read.filter((page) => page !== null);
      const cursor = this.#cursorAfter(pages, stored);
      await db.transaction().execute(async (tx) => {
        await this.#writer.write(tx, pages);
        if (cursor !== this.#cursor) await storeCursor(tx, this.#source.id, cursor);
      });
      this.#cursor = cursor;
      this.#changed += batch.length;
      onBatch(at + batch.length);
    }
  }

  /** With a page that became visible, all comments are listed again: those on it did not change since they were listed last. */
  #cursorAfter(pages: readonly WikiPage[], stored: StoredPages | null): SyncCursor {
    const { comments } = this.#cursor;
    const hasReturned = pages.some(
      ({ externalId, createdAt }) =>
        stored?.has(externalId) === false && comments !== null && createdAt < new Date(comments.at),
    );
    return hasReturned ? { ...this.#cursor, comments: null } : this.#cursor;
  }

  async #markBehind(): Promise<void> {
    if (this.#cursor.isIndexBehind) return;
    this.#cursor = { ...this.#cursor, isIndexBehind: true };
    await storeCursor(this.#context.db, this.#source.id, this.#cursor);
  }

  #openWiki(): Wiki {
    return this.#context.sources.openWiki(this.#context.access());
  }
}
