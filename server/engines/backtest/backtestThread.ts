import { Worker } from "node:worker_threads";
import type { BacktestResult } from "../../../contract/backtest.ts";
import { spawnGit } from "../../git/gitProcess.ts";
import { openGitRelay } from "../../git/gitRelay.ts";
import type { BacktestMessage, BacktestReply, BacktestTask } from "./backtestWorker.ts";

const HEAP_MB = 900;

export interface BacktestHooks {
  readonly onProgress: (done: number, total: number) => void;
  readonly bodiesOf: (ids: readonly string[]) => Promise<BacktestMessage>;
  readonly signal: AbortSignal;
}

/** Runs a backtest in its own thread. Aborting ends the thread and rejects with the signal's reason. */
export async function backtestInThread(task: Omit<BacktestTask, "git">, hooks: BacktestHooks): Promise<BacktestResult> {
  const git = openGitRelay(spawnGit);
  const worker = new Worker(new URL("./backtestWorker.ts", import.meta.url), {
    workerData: { ...task, git } satisfies BacktestTask,
    transferList: [git],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  const stop = (): void => void worker.terminate();
  hooks.signal.addEventListener("abort", stop, { once: true });
  try {
    return await new Promise<BacktestResult>((resolve, reject) => {
      worker.on("message", (reply: BacktestReply) => {
        if (reply.type === "progress") hooks.onProgress(reply.done, reply.total);
        else if (reply.type === "done") resolve(reply.result);
        else if (reply.type === "failed") reject(new Error(reply.message));
        else {
          hooks.bodiesOf(reply.ids).then((bodies) => {
            worker.postMessage(bodies);
          }, reject);
        }
      });
      worker.on("error", reject);
      worker.on("exit", () => {
        const { signal } = hooks;
        reject(signal.aborted && signal.reason instanceof Error ? signal.reason : new Error("The thread has ended."));
      });
    });
  } finally {
    hooks.signal.removeEventListener("abort", stop);
    await worker.terminate();
  }
}
