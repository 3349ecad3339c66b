import { listRequestsWithoutDetails } from "../db/tables/requestStorage.ts";
import { SourceError, type SourceErrorCode } from "../sources/SourceError.ts";
import type { Db } from "../db/openDb.ts";
import { mapConcurrent } from "../concurrency.ts";
import type { RequestReader } from "../sources/requestTypes.ts";
import { retryOnRateLimit } from "./retryOnRateLimit.ts";
import { noteCutRequests } from "./cutThreads.ts";
import { storeReleases } from "./storeReleases.ts";
import { RequestWriter } from "./RequestWriter.ts";
import { type SyncCursor, type SyncedSource, storeCursor } from "./SyncedSource.ts";
import type { SyncContext } from "./SyncContext.ts";
import { message } from "../messages/messages.ts";

/** Requests whose details are read in one sync; each costs the host three to seven answers. The newest come first. */
const MAX_DETAILED_REQUESTS = { visitor: 15, signedIn: 1500 } as const;
const REQUEST_CONCURRENCY = 4;
const BATCH_SIZE = 40;
/** Requests in one sync whose details may fail: with more of them the host counts as failed. */
const MAX_FAILED_REQUESTS = 5;

/** What means "there are no requests to read here" rather than "the sync has failed". */
const CODES_WITHOUT_REQUESTS: ReadonlySet<SourceErrorCode> = new Set([
  "not_found",
  "forbidden",
  "gone",
  "bad_answer",
  "redirect",
  "provider",
]);

/** Reported only by hosts that have requests, also before the first of them was read. */
const CODES_WITH_REQUESTS: ReadonlySet<SourceErrorCode> = new Set(["forbidden", "unauthorized", "rate_limited"]);

/** What is no matter of one request. */
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
 * Copies pull or merge requests, then reviews and files of the changed ones. A host that has none, or a token that may not read them, leaves
 * a note and does not fail the sync.
 * @param isBeside true for a repository: the sync is about its files and history, so an error here does not fail it
 * @returns the cursor from which the next read continues
 */
export async function syncRequests(
  source: SyncedSource,
  stored: SyncCursor,
  context: SyncContext,
  isBeside = false,
): Promise<SyncCursor> {
  const { db, progress, signal } = context;
  const writer = new RequestWriter(source);
  let cursor = stored;
  try {
    const read = async (onProgress: () => void): Promise<void> => {
      const reader = context.sources.openRequests(context.access());
      if (!reader) return;
      for await (const page of reader.changes(cursor.requests, signal)) {
        signal.throwIfAborted();
        cursor = await db.transaction().execute(async (tx) => {
          const changed = await writer.writeRequests(tx, page.requests);
          const next = {
            ...cursor,
            requests: page.cursor,
            isIndexBehind: cursor.isIndexBehind || (changed > 0 && source.kind === "tracker"),
          };
          await storeCursor(tx, source.id, next);
          return next;
        });
        onProgress();
        progress.report("requests", page.done, page.total);
      }
      // Before the details, which may use up what the host allows.
      const releases = await reader.releases?.(signal);
      if (releases) await storeReleases(db, source, releases);
      await readDetails(source, context, reader, writer, async (tx) => {
        if (cursor.isIndexBehind) return;
        cursor = { ...cursor, isIndexBehind: true };
        await storeCursor(tx, source.id, cursor);
      });
      await noteCutRequests(source.id, context);
    };
    // For a repository, do not wait for a rate limit: the next sync can read the requests as well.
    await (isBeside ? read(() => undefined) : retryOnRateLimit(context, read));
  } catch (error) {
    const isSoft =
      error instanceof SourceError && (CODES_WITHOUT_REQUESTS.has(error.code) || isBeside) && !signal.aborted;
    if (!isSoft) throw error;
    // Plain git and a host without an API fail like this at every sync, so the source gets no note.
    if (cursor.requests !== null || CODES_WITH_REQUESTS.has(error.code)) {
      context.addNote({ code: "requests", text: message("note.requests_not_read", { reason: error.text }) });
    }
  }
  return cursor;
}

async function readDetails(
  source: SyncedSource,
  context: SyncContext,
  reader: RequestReader,
  writer: RequestWriter,
  onStored: (tx: Db) => Promise<void>,
): Promise<void> {
  const { db, progress, signal } = context;
  const most = context.access().credential ? MAX_DETAILED_REQUESTS.signedIn : MAX_DETAILED_REQUESTS.visitor;
  const pending = await listRequestsWithoutDetails(db, source.id, most);
  let failed = 0;
  for (let at = 0; at < pending.length; at += BATCH_SIZE) {
    signal.throwIfAborted();
    const batch = pending.slice(at, at + BATCH_SIZE);
    try {
      const details = await mapConcurrent(batch, REQUEST_CONCURRENCY, async (request) => {
        try {
          const known = {
            number: request.number,
            externalId: request.external_id,
            url: request.url,
            headHash: request.head_hash,
            isOpen: request.state === "open",
          };
          return await reader.details(known, signal);
        } catch (error) {
          // A request whose diff the host cannot compute must not block the others. The next sync retries it.
          if (
            !(error instanceof SourceError) ||
            CODES_THAT_STOP.has(error.code) ||
            failed >= MAX_FAILED_REQUESTS ||
            signal.aborted
          )
            throw error;
          failed += 1;
          return null;
        }
      });
      await db.transaction().execute(async (tx) => {
        for (const [index, request] of batch.entries()) {
          const found = details[index];
          if (found) await writer.writeDetails(tx, request, found);
        }
        await onStored(tx);
      });
    } catch (error) {
      // Do not wait for a rate limit here: the next sync reads the remaining reviews.
      if (!(error instanceof SourceError) || error.code !== "rate_limited") throw error;
      context.addNote({
        code: "reviews",
        text: message("note.reviews_delayed", { count: pending.length - at }),
      });
      return;
    }
    progress.report("reviews", Math.min(at + BATCH_SIZE, pending.length), pending.length);
  }
  if (failed > 0) {
    context.addNote({
      code: "reviews",
      text: message("note.reviews_failed", { count: failed }),
    });
  }
}
