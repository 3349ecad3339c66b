import { Worker } from "node:worker_threads";
import type { MatchedSearch, WatchReply, WatchTask } from "./watchWorker.ts";

const HEAP_MB = 900;

/** Finds all matches of some searches in their own thread. Aborting ends the thread and rejects with the signal's reason. */
export async function matchInThread(task: WatchTask, signal: AbortSignal): Promise<readonly MatchedSearch[]> {
  const worker = new Worker(new URL("./watchWorker.ts", import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  const stop = (): void => void worker.terminate();
  signal.addEventListener("abort", stop, { once: true });
  try {
    const reply = await new Promise<WatchReply>((resolve, reject) => {
      worker.on("message", resolve);
      worker.on("error", reject);
      worker.on("exit", () => reject(signal.aborted ? (signal.reason as Error) : new Error("The thread has ended.")));
    });
    if ("error" in reply) throw new Error(reply.error);
    return reply.searches;
  } finally {
    signal.removeEventListener("abort", stop);
    await worker.terminate();
  }
}
