import { deleteItemsByExternalIds } from "../../db/tables/issues/issueStorage.ts";
import { deleteOutsideRequests } from "../../db/tables/requests/outsideRequests.ts";
import { listRequestsWithoutDetails, resetRequestTimes } from "../../db/tables/requests/requestStorage.ts";
import { SourceError, type SourceErrorCode } from "../../sources/SourceError.ts";
import { mapConcurrent } from "../../concurrency.ts";
import type { KnownRequest, RequestDetails, RequestPage, RequestReader } from "../../sources/connector/requestTypes.ts";
import { readDifferingItems } from "../store/rereadItems.ts";
import { noteCutRequests } from "../store/cutThreads.ts";
import { retryOnRateLimit } from "../source/retryOnRateLimit.ts";
import { storeReleases } from "./storeReleases.ts";
import { applyRequestFolders, foldersOfRequests, storeDetails } from "./requestFolders.ts";
import { RequestWriter } from "./RequestWriter.ts";
import { type SyncCursor, type SyncedSource, storeCursor } from "../source/SyncedSource.ts";
import type { SyncContext } from "../source/SyncContext.ts";
import { message } from "../../messages/messages.ts";

type PendingRequest = Awaited<ReturnType<typeof listRequestsWithoutDetails>>[number];

/** Requests whose details are read in one sync, newest first; each takes three to seven calls of the host. */
const MAX_DETAILED_REQUESTS = { visitor: 15, signedIn: 1500 } as const;
/** The same where one call reads those of many requests. */
const MAX_GROUPED_REQUESTS = 6000;
/** The same where they cost no call. */
const MAX_LOCAL_DETAILS = 100_000;
const REQUEST_CONCURRENCY = 4;
const BATCH_SIZE = 40;
/** Requests of one sync whose details may fail; with one more the sync fails. */
const MAX_FAILED_REQUESTS = 5;

/** The source has no requests that this server can read, which is no failure of the sync. */
const CODES_WITHOUT_REQUESTS: ReadonlySet<SourceErrorCode> = new Set([
  "not_found",
  "forbidden",
  "gone",
  "bad_answer",
  "redirect",
  "provider",
]);

/** Reported only by hosts that have requests, also before the first of them was read. */
const CODES_WITH_REQUESTS: ReadonlySet<SourceErrorCode> = new Set([
  "forbidden",
  "unauthorized",
  "rate_limited",
  "unsupported",
]);

const knownRequest = (request: PendingRequest): KnownRequest => ({
  number: request.number,
  externalId: request.external_id,
  url: request.url,
  headHash: request.head_hash,
  isOpen: request.state === "open",
});

/** Failures that the next request would meet too. */
const CODES_THAT_STOP: ReadonlySet<SourceErrorCode> = new Set([
  "rate_limited",
  "unauthorized",
  "forbidden",
  "dns",
  "refused",
  "tls",
  "proxy",
  "redirect",
]);

/**
 * Copies pull or merge requests and releases, then the details of the changed requests. A host that has none, or a token that may not
 * read them, leaves a note and does not fail the sync.
 */
export class RequestSync {
  readonly #source: SyncedSource;
  readonly #context: SyncContext;
  readonly #writer: RequestWriter;
  #cursor: SyncCursor;
  /** Requests whose details could not be read. */
  #failed = 0;
  /** Requests that turned out to change nothing in the folders. */
  #moved = 0;

  constructor(source: SyncedSource, context: SyncContext, cursor: SyncCursor) {
    this.#source = source;
    this.#context = context;
    this.#writer = new RequestWriter(source);
    this.#cursor = cursor;
  }

  /** @returns the cursor from which the next read continues */
  async run(): Promise<SyncCursor> {
    try {
      await retryOnRateLimit(this.#context, (onProgress) => this.#read(onProgress));
    } catch (error) {
      if (!(error instanceof SourceError) || !CODES_WITHOUT_REQUESTS.has(error.code)) throw error;
      this.#noteFailure(error);
    }
    return this.#cursor;
  }

  /**
   * For a repository, whose sync is about its files and history: no failure of the host fails it, and it does not wait for a rate limit,
   * because the next sync can read the requests as well.
   * @returns the cursor from which the next read continues
   */
  async runOptional(): Promise<SyncCursor> {
    try {
      await this.#read(() => undefined);
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      this.#noteFailure(error);
    }
    return this.#cursor;
  }

  /** @throws the error when the sync is being stopped */
  #noteFailure(error: SourceError): void {
    if (this.#context.signal.aborted) throw error;
    // Plain git and a host without an API fail at every sync, so the source gets no note.
    if (this.#cursor.requests === null && !CODES_WITH_REQUESTS.has(error.code)) return;
    this.#context.addNote({ code: "requests", text: message("note.requests_not_read", { reason: error.text }) });
  }

  async #read(onProgress: () => void): Promise<void> {
    const { db, sources, access, progress, signal } = this.#context;
    const reader = sources.openRequests(access());
    if (!reader) return;
    await this.#applyFolders();
    for await (const page of reader.changes(this.#cursor.requests, signal)) {
      signal.throwIfAborted();
      await this.#store(page);
      onProgress();
      progress.report("requests", page.done, page.total);
    }
    await this.#rereadDiffering();
    // Before the details, which may use up the rate limit.
    const releases = await reader.releases?.(signal);
    if (releases) await storeReleases(db, this.#source, releases);
    await this.#readDetails(reader);
    await noteCutRequests(this.#source.id, this.#context);
  }

  /** Removes what the chosen folders leave out; what an earlier choice left out is read again. */
  async #applyFolders(): Promise<void> {
    const { db } = this.#context;
    const folders = await foldersOfRequests(db, this.#source);
    this.#writer.folders = folders;
    const change = await applyRequestFolders(db, this.#source.id, this.#cursor, folders);
    this.#cursor = change.cursor;
    this.#writer.isSilent = change.isReadAgain;
  }

  /** Stores the requests of a page together with the cursor after it. */
  async #store(page: RequestPage): Promise<void> {
    const { id } = this.#source;
    this.#cursor = await this.#context.db.transaction().execute(async (tx) => {
      this.#writer.unannouncedRequests = this.#cursor.unannouncedRequests;
      const { gone = [], requests, supersedes = false } = page;
      const ids = requests.map(({ externalId }) => externalId);
      if (supersedes) await resetRequestTimes(tx, id, ids);
      await deleteOutsideRequests(tx, id, gone);
      this.#writer.forgetUnannounced(gone);
      const removed = gone.length > 0 ? await deleteItemsByExternalIds(tx, "change_requests", id, gone) : 0;
      const changed = removed + (await this.#writer.writeRequests(tx, requests));
      const isIndexBehind = this.#cursor.isIndexBehind || changed > 0;
      const { unannouncedRequests } = this.#writer;
      const next = { ...this.#cursor, requests: page.cursor, isIndexBehind, unannouncedRequests };
      await storeCursor(tx, id, next);
      return next;
    });
  }

  /** Stores requests that differ from their host's although their times of change may be the same; their details are read again. */
  async #rereadDiffering(): Promise<void> {
    const { id } = this.#source;
    const reread = await readDifferingItems(this.#context, id, "request");
    if (!reread) return;
    const requests = reread.items.flatMap((item) => (item.kind === "request" ? [item.request] : []));
    this.#cursor = await this.#context.db.transaction().execute(async (tx) => {
      this.#writer.unannouncedRequests = this.#cursor.unannouncedRequests;
      await resetRequestTimes(
        tx,
        id,
        requests.map(({ externalId }) => externalId),
      );
      const changed = await this.#writer.writeRequests(tx, requests);
      await reread.forget(tx);
      const isIndexBehind = this.#cursor.isIndexBehind || changed > 0;
      const next = { ...this.#cursor, isIndexBehind, unannouncedRequests: this.#writer.unannouncedRequests };
      await storeCursor(tx, id, next);
      return next;
    });
  }

  async #readDetails(reader: RequestReader): Promise<void> {
    const { db, access, addNote, progress, signal } = this.#context;
    const byHost = access().credential ? MAX_DETAILED_REQUESTS.signedIn : MAX_DETAILED_REQUESTS.visitor;
    const groups = reader.groups?.isAbsent === false ? reader.groups : null;
    const max = reader.readsLocally === true ? MAX_LOCAL_DETAILS : groups ? MAX_GROUPED_REQUESTS : byHost;
    const batchSize = groups?.size ?? BATCH_SIZE;
    const pending = await listRequestsWithoutDetails(db, this.#source.id, max);
    this.#failed = 0;
    this.#moved = 0;
    for (let at = 0; at < pending.length; at += batchSize) {
      signal.throwIfAborted();
      // Read one by one, they have the limit of others.
      if (groups?.isAbsent === true && at >= byHost) return;
      try {
        await this.#readBatch(reader, pending.slice(at, at + batchSize));
      } catch (error) {
        // Do not wait for a rate limit here: the next sync reads the remaining reviews.
        if (!(error instanceof SourceError) || error.code !== "rate_limited") throw error;
        addNote({ code: "reviews", text: message("note.reviews_delayed", { count: pending.length - at }) });
        return;
      }
      progress.report("reviews", Math.min(at + batchSize, pending.length), pending.length);
    }
    if (this.#moved > 0) await db.transaction().execute((tx) => this.#writer.removeUnnamedPeople(tx));
    if (this.#failed > 0) addNote({ code: "reviews", text: message("note.reviews_failed", { count: this.#failed }) });
  }

  async #readBatch(reader: RequestReader, batch: readonly PendingRequest[]): Promise<void> {
    const grouped = await this.#readGroup(reader, batch);
    const details = await mapConcurrent(
      batch,
      REQUEST_CONCURRENCY,
      async (request) => grouped?.get(request.external_id) ?? this.#detailsOf(reader, request),
    );
    this.#cursor = await this.#context.db.transaction().execute(async (tx) => {
      const cursor = this.#cursor;
      this.#writer.unannouncedRequests = cursor.unannouncedRequests;
      for (const [index, request] of batch.entries()) {
        const detail = details[index];
        if (detail && (await storeDetails(tx, this.#writer, request, detail))) this.#moved += 1;
      }
      // Comments are searched.
      const isIndexBehind = cursor.isIndexBehind || details.some((detail) => detail !== null);
      const { unannouncedRequests } = this.#writer;
      if (isIndexBehind === cursor.isIndexBehind && unannouncedRequests === cursor.unannouncedRequests) return cursor;
      const next = { ...cursor, isIndexBehind, unannouncedRequests };
      await storeCursor(tx, this.#source.id, next);
      return next;
    });
  }

  /** Undefined where the reader reads each request by itself. */
  async #readGroup(
    { groups }: RequestReader,
    batch: readonly PendingRequest[],
  ): Promise<ReadonlyMap<string, RequestDetails> | undefined> {
    return groups?.isAbsent === false ? groups.read(batch.map(knownRequest), this.#context.signal) : undefined;
  }

  /** Null for a request whose details the host cannot compute: it must not block the others, and the next sync retries it. */
  async #detailsOf(reader: RequestReader, request: PendingRequest): Promise<RequestDetails | null> {
    const { signal } = this.#context;
    try {
      return await reader.details(knownRequest(request), signal);
    } catch (error) {
      if (!(error instanceof SourceError) || CODES_THAT_STOP.has(error.code) || signal.aborted) throw error;
      if (this.#failed >= MAX_FAILED_REQUESTS) throw error;
      this.#failed += 1;
      return null;
    }
  }
}
