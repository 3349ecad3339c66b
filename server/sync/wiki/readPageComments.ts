import { HOUR_MS } from "../../../contract/durations.ts";
import { listPageVersions } from "../../db/tables/pages/pageStorage.ts";
import type { Wiki, WikiCommentEntry } from "../../sources/connector/wikiTypes.ts";
import { SourceError } from "../../sources/SourceError.ts";
import type { SyncContext } from "../source/SyncContext.ts";
import type { SyncCursor, SyncedSource } from "../source/SyncedSource.ts";
import { PageCommentWriter } from "./PageCommentWriter.ts";

const BATCH_SIZE = 50;
/** Milliseconds between two readings of the whole list, which finds comments that were deleted. */
const WHOLE_INTERVAL_MS = HOUR_MS;
/** Milliseconds by which the index of a host, which lists the comments, may be behind. */
const OVERLAP_MS = HOUR_MS;

type Comments = SyncCursor["comments"];

export interface CommentReading {
  readonly source: SyncedSource;
  readonly context: SyncContext;
  readonly wiki: Wiki;
  /** Called before the first change. */
  readonly onChange: () => Promise<void>;
  readonly onProgress: () => void;
}

/**
 * Reads the comments on the stored pages whose version is not stored, and removes those that are gone. An interrupted reading continues with
 * those that are still missing.
 * @returns the cursor after it, and how many changed; null where the host does not show comments
 */
export async function readPageComments(
  reading: CommentReading,
): Promise<{ readonly cursor: Comments; readonly changed: number } | null> {
  const { source, context, wiki, onChange, onProgress } = reading;
  const { db, progress, signal } = context;
  if (!wiki.comments || !wiki.readComments) return null;
  const before = source.cursor.comments;
  const at = new Date();
  const isWhole = isWholeDue(before, context);
  const since = isWhole || before === null ? null : new Date(Date.parse(before.newest) - OVERLAP_MS);
  const writer = new PageCommentWriter(source);
  const pages = new Map((await listPageVersions(db, source.id)).map((row) => [row.external_id, row.id]));
  const stored = await writer.versions(db);
  progress.report("comments", 0, null);
  const listed = await listComments(wiki.comments(since, signal), pages, signal);
  if (listed === null) return null;
  const due = [...listed.values()].filter(({ externalId, version, pageId }) => {
    const previous = stored.get(externalId);
    return previous?.version !== version || previous.pageId !== pageId;
  });
  const unlisted = isWhole ? [...stored.keys()].filter((id) => !listed.has(id)) : [];
  if (due.length + unlisted.length > 0) await onChange();
  const ids = due.map(({ externalId }) => externalId);
  for (let done = 0; done < ids.length; done += BATCH_SIZE) {
    signal.throwIfAborted();
    const comments = await wiki.readComments(ids.slice(done, done + BATCH_SIZE), signal);
    await db.transaction().execute((tx) => writer.write(tx, comments, pages));
    onProgress();
    progress.report("comments", Math.min(done + BATCH_SIZE, ids.length), ids.length);
  }
  if (unlisted.length > 0) {
    // One that is missing from the list is requested: the list may have been incomplete.
    const there = new Set((await wiki.readComments(unlisted, signal)).map(({ externalId }) => externalId));
    const gone = unlisted.filter((id) => !there.has(id));
    // A token that lost its permissions finds none; `describe` then throws.
    if (gone.length > 0) await wiki.describe(signal);
    await db.transaction().execute((tx) => writer.remove(tx, gone));
  }
  const newest = [...listed.values()].reduce((last, { updatedAt }) => Math.max(last, updatedAt.getTime()), 0);
  const cursor = {
    at: isWhole || before === null ? at.toISOString() : before.at,
    newest: new Date(Math.max(newest, before ? Date.parse(before.newest) : 0)).toISOString(),
  };
  return { cursor, changed: due.length + unlisted.length };
}

/** A time in the future was stored by a clock that has been set back since. */
function isWholeDue(before: Comments, { isFullCheck }: SyncContext): boolean {
  if (before === null || isFullCheck) return true;
  return Math.abs(Date.now() - Date.parse(before.at)) >= WHOLE_INTERVAL_MS;
}

/** The comments on stored pages by their ids; null where the credential may not search. */
async function listComments(
  lists: AsyncGenerator<readonly WikiCommentEntry[]>,
  pages: ReadonlyMap<string, string>,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, WikiCommentEntry> | null> {
  const listed = new Map<string, WikiCommentEntry>();
  try {
    for await (const entries of lists) {
      signal.throwIfAborted();
      for (const entry of entries) if (pages.has(entry.pageId)) listed.set(entry.externalId, entry);
    }
  } catch (error) {
    const isRefused = error instanceof SourceError && ["forbidden", "not_found", "gone"].includes(error.code);
    if (isRefused) return null;
    throw error;
  }
  return listed;
}
