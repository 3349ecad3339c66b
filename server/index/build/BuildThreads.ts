import { Worker } from "node:worker_threads";

/** Milliseconds for which a thread without a task is kept: the next push or the next phase of the same sync finds it. */
const IDLE_MS = 10_000;
/** Old-generation heap of one build; the bulk of a build lives in typed arrays outside it. */
const WORKER_HEAP_MB = 900;
/** Rows are short-lived: a larger young generation would only hold dead objects. */
const ROWS_YOUNG_MB = 24;

/** Priority and limits of a thread, which it keeps: it is reused for builds with equal options alone. */
export interface BuildThreadOptions {
  readonly isUpdate: boolean;
  /** Its builds read issues, requests or pages. */
  readonly takesRows: boolean;
}

interface IdleThread {
  readonly worker: Worker;
  /** It is kept no longer. */
  readonly forget: () => void;
}

/**
 * The worker threads of builds. Starting one, with its modules and parsers, takes longer than a small build, so a thread whose build ended
 * well and left little memory in use is given to the next build.
 */
export class BuildThreads {
  readonly #idle = new Map<string, IdleThread[]>();
  #isClosed = false;

  /** A thread that waits for a task. */
  take(options: BuildThreadOptions): Worker {
    const idle = this.#idle.get(keyOf(options))?.pop();
    if (!idle) return startThread(options);
    idle.forget();
    idle.worker.ref();
    return idle.worker;
  }

  /** Keeps a thread that has no task any more. */
  giveBack(options: BuildThreadOptions, worker: Worker): void {
    if (this.#isClosed) return void worker.terminate();
    const threads = this.#idle.get(keyOf(options)) ?? [];
    this.#idle.set(keyOf(options), threads);
    const end = (): void => {
      thread.forget();
      void worker.terminate();
    };
    const timer = setTimeout(end, IDLE_MS).unref();
    const thread: IdleThread = {
      worker,
      forget: () => {
        clearTimeout(timer);
        worker.off("error", end).off("exit", end);
        const at = threads.indexOf(thread);
        if (at >= 0) threads.splice(at, 1);
      },
    };
    worker.on("error", end).on("exit", end).unref();
    threads.push(thread);
  }

  /** Ends the threads without a task, and each other one when it is given back. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const idle = [...this.#idle.values()].flat();
    for (const { forget } of idle) forget();
    await Promise.all(idle.map(({ worker }) => worker.terminate()));
  }
}

const keyOf = ({ isUpdate, takesRows }: BuildThreadOptions): string => `${isUpdate} ${takesRows}`;

/** A thread may still fail after its answer, while nothing listens: that must not end the process. */
const startThread = (options: BuildThreadOptions): Worker =>
  new Worker(new URL("./buildWorker.ts", import.meta.url), {
    workerData: options,
    resourceLimits: {
      maxOldGenerationSizeMb: WORKER_HEAP_MB,
      ...(options.takesRows && { maxYoungGenerationSizeMb: ROWS_YOUNG_MB }),
    },
  }).on("error", () => undefined);
