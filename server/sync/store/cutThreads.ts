/** Threads that are longer than this server reads. */
import { listKnownKeys } from "../../db/tables/issues/issueStorage.ts";
import { listCutRequests } from "../../db/tables/requests/requestStorage.ts";
import { message } from "../../messages/messages.ts";
import type { TrackerPage } from "../../sources/connector/trackerTypes.ts";
import type { SyncContext } from "../source/SyncContext.ts";

/** Keys that a cursor keeps, and keys that a note names. */
const MAX_CUT_THREADS = 100;
const MAX_NAMED_THREADS = 10;

/** Threads that are cut, once a page was read. */
export const cutAfter = (
  previous: readonly string[],
  { wholeThreads = [], cutThreads = [] }: Pick<Partial<TrackerPage>, "wholeThreads" | "cutThreads">,
): string[] =>
  [...new Set([...previous, ...cutThreads])]
    .filter((key) => cutThreads.includes(key) || !wholeThreads.includes(key))
    .slice(-MAX_CUT_THREADS);

/** Notes at the source which threads were cut. An issue that was deleted or left out since is not named. */
export async function noteCutThreads(
  sourceId: string,
  keys: readonly string[],
  { db, addNote }: SyncContext,
): Promise<void> {
  if (keys.length === 0) return;
  const shown = await listKnownKeys(db, sourceId, keys, MAX_NAMED_THREADS);
  if (shown.length === 0) return;
  const names = shown.join(", ");
  addNote({ code: "threads", text: message("note.cut_discussions", { names }) });
}

/** Notes at the source which discussions of requests were cut. */
export async function noteCutRequests(sourceId: string, { db, addNote }: SyncContext): Promise<void> {
  const shown = await listCutRequests(db, sourceId, MAX_NAMED_THREADS);
  if (shown.length === 0) return;
  addNote({ code: "request_threads", text: message("note.cut_discussions", { names: shown.join(", ") }) });
}
