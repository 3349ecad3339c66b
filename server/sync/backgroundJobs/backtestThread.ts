import type { BacktestResult } from "../../../contract/issues/backtest.ts";
import { startGit } from "../../git/gitProcess.ts";
import { openGitRelay } from "../../git/gitRelayOwner.ts";
import { runInThread } from "../../threads/runInThread.ts";
import type { BacktestMessage, BacktestReply, BacktestTask } from "./backtestWorker.ts";

export interface BacktestHooks {
  readonly onProgress: (done: number, total: number) => void;
  readonly bodiesOf: (ids: readonly string[]) => Promise<BacktestMessage>;
  readonly signal: AbortSignal;
}

/** Runs a backtest in its own thread. Aborting ends the thread and rejects with the signal's reason. */
export function backtestInThread(
  task: Omit<BacktestTask, "git">,
  { onProgress, bodiesOf, signal }: BacktestHooks,
): Promise<BacktestResult> {
  const git = openGitRelay(startGit);
  return runInThread<BacktestReply, BacktestResult>(new URL("./backtestWorker.ts", import.meta.url), {
    data: { ...task, git } satisfies BacktestTask,
    transfer: [git],
    signal,
    onMessage: (reply, { post, resolve, reject }) => {
      if (reply.type === "progress") onProgress(reply.done, reply.total);
      else if (reply.type === "done") resolve(reply.result);
      else if (reply.type === "failed") reject(new Error(reply.message));
      else bodiesOf(reply.ids).then(post, reject);
    },
  });
}
