import { basename } from "node:path";
import { type Transferable, Worker } from "node:worker_threads";

/** Old-generation heap of a background thread, in megabytes. A task that needs more ends its thread, not the process. */
export const BACKGROUND_HEAP_MB = 900;

/** A thread sent no message for too long. */
export class ThreadTimeout extends Error {}

/** What a received message may do. The promise settles once. */
export interface ThreadControl<Result> {
  readonly post: (message: unknown) => void;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Runs a task in its own thread until a message of the thread resolves or rejects it. The thread is then ended.
 * @param entry the module that the thread runs; it reads `data` as its `workerData`
 * @param options.idleTimeoutMs milliseconds without a message after which the thread is ended; no limit when omitted
 * @throws the signal's reason when it is aborted, ThreadTimeout, or the error that ended the thread
 */
export async function runInThread<Message, Result>(
  entry: URL,
  options: {
    readonly data: object;
    readonly transfer?: readonly Transferable[];
    readonly signal: AbortSignal;
    readonly idleTimeoutMs?: number;
    readonly heapMb?: number;
    readonly onMessage: (message: Message, control: ThreadControl<Result>) => void;
  },
): Promise<Result> {
  const { signal, idleTimeoutMs } = options;
  signal.throwIfAborted();
  const worker = new Worker(entry, {
    // Tools of the system show the thread by it.
    name: basename(entry.pathname),
    workerData: options.data,
    transferList: [...(options.transfer ?? [])],
    resourceLimits: { maxOldGenerationSizeMb: options.heapMb ?? BACKGROUND_HEAP_MB },
  });
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  const control: ThreadControl<Result> = { post: (message) => worker.postMessage(message), resolve, reject };
  const abort = (): void => reject(signal.reason instanceof Error ? signal.reason : new Error("The task was aborted."));
  const timeout =
    idleTimeoutMs === undefined
      ? undefined
      : setTimeout(() => reject(new ThreadTimeout(`The thread sent nothing for ${idleTimeoutMs} ms.`)), idleTimeoutMs);
  signal.addEventListener("abort", abort, { once: true });
  worker.on("message", (message: Message) => {
    timeout?.refresh();
    options.onMessage(message, control);
  });
  worker.on("error", reject);
  worker.on("exit", () => reject(new Error("The thread has ended.")));
  try {
    return await promise;
  } finally {
    clearTimeout(timeout);
    signal.removeEventListener("abort", abort);
    await worker.terminate();
  }
}
