import { Worker } from "node:worker_threads";
import { BACKGROUND_HEAP_MB } from "../../threads/runInThread.ts";
import type { RowAnswer, RowQuestion } from "../../engines/analyze/rowAnalysis.ts";
import type { RowReply, RowTask } from "./rowWorker.ts";

/** Analyzes issues of a list in its own thread, one batch at a time. `close` ends the thread at once. */
export class RowAnalyzer {
  readonly #worker: Worker;
  #fail: (error: Error) => void = () => undefined;
  #settle: (reply: RowReply) => void = () => undefined;

  constructor(task: RowTask) {
    this.#worker = new Worker(new URL("./rowWorker.ts", import.meta.url), {
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: BACKGROUND_HEAP_MB },
    });
    this.#worker.on("message", (reply: RowReply) => this.#settle(reply));
    this.#worker.on("error", (error) => this.#fail(error));
    this.#worker.on("exit", () => this.#fail(new Error("The thread has ended.")));
  }

  /** @throws Error when the index cannot be opened or the thread has ended */
  async analyze(questions: readonly RowQuestion[]): Promise<readonly RowAnswer[]> {
    const reply = await new Promise<RowReply>((resolve, reject) => {
      this.#settle = resolve;
      this.#fail = reject;
      this.#worker.postMessage(questions);
    });
    if ("error" in reply) throw new Error(reply.error);
    return reply.answers;
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}
