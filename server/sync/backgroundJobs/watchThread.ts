import { errorMessage } from "../../errors.ts";
import { runInThread } from "../../threads/runInThread.ts";
import type { FailedSearch, MatchedSearch, WatchReply, WatchTask } from "./watchWorker.ts";

/** Time for one search, and for opening the index: the thread has a low priority. */
const SEARCH_TIMEOUT_MS = 60_000;

/**
 * Finds all matches of some searches in their own thread.
 * @returns the searches in order, up to the one that ended the thread: those after it have not run
 * @throws the signal's reason when it is aborted, and an Error when the index cannot be opened
 */
export async function matchInThread(
  task: WatchTask,
  signal: AbortSignal,
): Promise<readonly (MatchedSearch | FailedSearch)[]> {
  const outcomes: (MatchedSearch | FailedSearch)[] = [];
  let isOpened = false;
  try {
    await runInThread<WatchReply, undefined>(new URL("./watchWorker.ts", import.meta.url), {
      data: task,
      signal,
      idleTimeoutMs: SEARCH_TIMEOUT_MS,
      onMessage: (reply, { resolve, reject }) => {
        if (reply.type === "opened") isOpened = true;
        else if (reply.type === "outcome") outcomes.push(reply.outcome);
        else if (reply.type === "done") resolve(undefined);
        else reject(new Error(reply.error));
      },
    });
  } catch (error) {
    const query = task.searches[outcomes.length];
    if (signal.aborted || !isOpened || !query) throw error;
    outcomes.push({ query, error: errorMessage(error) });
  }
  return outcomes;
}
