import { startGit } from "../../git/gitProcess.ts";
import { openGitRelay } from "../../git/gitRelayOwner.ts";
import { BACKGROUND_HEAP_MB, runInThread } from "../../threads/runInThread.ts";
import { DELETED_SYMBOL_LIMITS, type DeletedSymbolLimits } from "../../engines/documents/deletedSymbols.ts";
import type { Histories, ProjectStaleReferences } from "../../engines/documents/staleReferences.ts";
import type { StaleReferenceReply, StaleReferenceTask } from "./staleReferenceWorker.ts";

/** Limits of the thread of one comparison. */
export interface ComparisonLimits {
  /** Milliseconds between two repositories or pages. */
  readonly idleTimeoutMs: number;
  readonly heapMb: number;
  readonly history: DeletedSymbolLimits;
}
/** A history is read for four minutes at most, in a thread of low priority. */
export const COMPARISON_LIMITS: ComparisonLimits = {
  idleTimeoutMs: 15 * 60_000,
  heapMb: BACKGROUND_HEAP_MB,
  history: DELETED_SYMBOL_LIMITS,
};

/** The comparison of this state of the index fails each time. */
export class ComparisonError extends Error {
  override readonly name = "ComparisonError";
}

/**
 * Compares the pages of a project with its code in a thread of its own.
 * @throws ComparisonError; the signal's reason when it is aborted; another Error for a failure that may pass, such as an outage of the
 * blob store, ThreadTimeout or too little memory
 */
export function findStaleReferencesInThread(
  task: Omit<StaleReferenceTask, "git" | "limits">,
  options: Required<Pick<Histories, "onRead">> & ComparisonLimits,
  signal: AbortSignal,
): Promise<ProjectStaleReferences> {
  const { onRead, idleTimeoutMs, heapMb, history: limits } = options;
  const git = openGitRelay(startGit);
  return runInThread<StaleReferenceReply, ProjectStaleReferences>(
    new URL("./staleReferenceWorker.ts", import.meta.url),
    {
      data: { ...task, limits, git } satisfies StaleReferenceTask,
      transfer: [git],
      signal,
      idleTimeoutMs,
      heapMb,
      onMessage: (reply, { resolve, reject }) => {
        if ("isAlive" in reply) return;
        if ("facts" in reply) onRead(reply.source, reply.facts);
        else if ("staleReferences" in reply) resolve(reply.staleReferences);
        else reject(reply.isTransient ? new Error(reply.error) : new ComparisonError(reply.error));
      },
    },
  );
}
