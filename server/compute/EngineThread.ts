import { Worker } from "node:worker_threads";
import { LRUCache } from "lru-cache";
import { ClientGone, Unavailable } from "../errors.ts";
import { startGit } from "../git/gitProcess.ts";
import { openGitRelay } from "../git/gitRelayOwner.ts";
import { usableMemoryBytes } from "../process/machine.ts";
import type { EngineWorkerData, FromEngine, QuestionName, ToEngine } from "./engineMessages.ts";
import { fromPortable, toPortable } from "./portableErrors.ts";
import { message } from "../messages/messages.ts";

/**
 * Old-generation heap of a thread, in megabytes: a quarter of what the process may use (the control group's limit, where there is one).
 * A task that needs more ends its thread, not the process.
 */
const HEAP_MB = Math.round(Math.min(2048, Math.max(256, usableMemoryBytes() / 4 / 2 ** 20)));
/** Keys of the recent tasks of a thread: its caches are warm for these. */
const MAX_WARM_KEYS = 64;
/** Milliseconds that a thread may take to end what it has begun in the background. */
const STOP_TIMEOUT_MS = 2000;
const LOST = message("query.failed");

export interface ThreadHooks {
  /** The signal is aborted when the thread no longer waits for the answer. */
  readonly ask: (name: QuestionName, asks: unknown, signal: AbortSignal) => Promise<unknown>;
  readonly onMessage: (message: Exclude<FromEngine, { kind: "ask" | "withdraw" | "done" | "failed" }>) => void;
  /** Called when the thread ends unexpectedly. */
  readonly onLost: (error: Error) => void;
}

interface Running {
  readonly id: number;
  /** Milliseconds, by performance.now(). */
  readonly startedAt: number;
  readonly settle: (outcome: Outcome) => void;
}

export interface Outcome {
  readonly answer?: unknown;
  readonly error?: Error;
  /** Milliseconds of processor time. */
  readonly cpu: number;
}

/** One engine thread, as the main thread sees it. It runs one task at a time. */
export class EngineThread {
  readonly #worker: Worker;
  readonly #hooks: ThreadHooks;
  readonly #gone: Promise<void>;
  readonly #cancelled = new Int32Array(new SharedArrayBuffer(4));
  readonly #warm = new LRUCache<string, true>({ max: MAX_WARM_KEYS });
  /** Questions of the thread that are being answered, by their numbers. */
  readonly #questions = new Map<number, AbortController>();
  #running: Running | null = null;
  #nextId = 1;
  #openIndexes = 0;
  #isStopping = false;
  #lastError: Error | undefined;

  constructor(worker: URL, data: Omit<EngineWorkerData, "cancelled" | "git">, hooks: ThreadHooks) {
    this.#hooks = hooks;
    // A thread that is killed cannot reap its git processes, so the main thread starts them.
    const git = openGitRelay(startGit);
    this.#worker = new Worker(worker, {
      workerData: { ...data, cancelled: this.#cancelled.buffer, git } satisfies EngineWorkerData,
      transferList: [git],
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    this.#worker.on("message", (message: FromEngine) => this.#receive(message));
    this.#worker.on("error", (error: Error) => {
      this.#lastError = error;
    });
    this.#gone = new Promise((resolve) => this.#worker.once("exit", () => resolve()));
    this.#worker.on("exit", () => {
      const error = this.#lastError ?? new Error("An engine thread has ended.");
      // How long it has computed is not known any more; at most all the time.
      const cpu = this.#running ? performance.now() - this.#running.startedAt : 0;
      for (const question of this.#questions.values()) question.abort(error);
      this.#settle({ error: new Unavailable(LOST), cpu });
      if (!this.#isStopping) hooks.onLost(error);
    });
  }

  get isFree(): boolean {
    return this.#running === null;
  }

  get openIndexes(): number {
    return this.#openIndexes;
  }

  /** Whether a recent task of it had this key. */
  isWarmFor(key: string): boolean {
    return this.#warm.has(key);
  }

  /** Runs a task. It must be free. Never rejects. */
  run(
    name: string,
    context: unknown,
    { key, now, isSerialized }: { readonly key: string; readonly now: number; readonly isSerialized: boolean },
  ): Promise<Outcome> {
    const id = this.#nextId++;
    this.#warm.set(key, true);
    return new Promise((resolve) => {
      this.#running = { id, startedAt: performance.now(), settle: resolve };
      this.#post({ kind: "task", id, name, context, now, isSerialized });
    });
  }

  /** Signals the running task that its caller no longer waits. */
  cancel(): void {
    if (!this.#running) return;
    Atomics.store(this.#cancelled, 0, this.#running.id);
    this.#post({ kind: "cancel", id: this.#running.id });
  }

  /** Ends the thread, even if it computes. */
  async kill(): Promise<void> {
    await this.#worker.terminate();
  }

  /** Ends the thread in order. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.cancel();
    this.#post({ kind: "stop" });
    const timer = setTimeout(() => void this.#worker.terminate(), STOP_TIMEOUT_MS);
    await this.#gone;
    clearTimeout(timer);
  }

  #post(message: ToEngine): void {
    this.#worker.postMessage(message);
  }

  #receive(message: FromEngine): void {
    if (message.kind === "ask") {
      void this.#answer(message);
      return;
    }
    if (message.kind === "withdraw") {
      this.#questions.get(message.id)?.abort(new ClientGone());
      return;
    }
    if (message.kind !== "done" && message.kind !== "failed") {
      this.#hooks.onMessage(message);
      return;
    }
    this.#openIndexes = message.openIndexes;
    if (this.#running?.id !== message.id) return;
    const { cpu } = message;
    if (message.kind === "done") this.#settle({ answer: message.answer, cpu });
    else this.#settle({ error: fromPortable(message.error), cpu });
  }

  async #answer({ id, name, asks }: FromEngine & { kind: "ask" }): Promise<void> {
    const question = new AbortController();
    this.#questions.set(id, question);
    try {
      const answer = await this.#hooks.ask(name, asks, question.signal);
      this.#post({ kind: "answer", id, answer });
    } catch (error) {
      this.#post({ kind: "failed", id, error: toPortable(error) });
    } finally {
      this.#questions.delete(id);
    }
  }

  #settle(outcome: Outcome): void {
    const running = this.#running;
    this.#running = null;
    running?.settle(outcome);
  }
}
