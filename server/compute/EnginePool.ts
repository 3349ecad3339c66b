/**
 * The engine threads of a process and the queue in front of them. The user with the least compute used is served first, one over budget is
 * refused, and a disconnected client cancels its task. The main event loop only passes messages.
 */
import type { FastifyBaseLogger } from "fastify";
import { Unavailable, ServerBusyError, abortReason } from "../errors.ts";
import type { Db } from "../db/openDb.ts";
import { SharedBlobs } from "../index/blobs/SharedBlobs.ts";
import type { BlobsLocation } from "../index/blobs/openBlobs.ts";
import type { AvailabilityReader } from "../sources/connector/calendarTypes.ts";
import { ComputeBudget, type ComputeLimits } from "./ComputeBudget.ts";
import type { EngineThread, Outcome } from "./EngineThread.ts";
import { FairQueue, tooMuchCompute } from "./FairQueue.ts";
import { MIRRORS_HERE, type MirrorReader } from "./mirrorPlace.ts";
import { WaitingTime } from "./WaitingTime.ts";
import { type EngineTask, type TaskOptions, threadIn } from "./engineTask.ts";
import { startEngineThread } from "./startEngineThread.ts";
import { message } from "../messages/messages.ts";

/** One of them is for other companies, and one for other users of the same company. */
const MIN_THREADS = 3;

export interface EnginePoolOptions {
  /** The module that a thread runs: it knows the tasks. */
  readonly worker: URL;
  readonly db: Db;
  readonly blobs: BlobsLocation;
  readonly dataDir: string;
  /** The pool has at least MIN_THREADS. */
  readonly threads: number;
  readonly limits: ComputeLimits;
  /** Bytes of indexes that all threads together may keep open. */
  readonly indexBytes: number;
  readonly log: Pick<FastifyBaseLogger, "info" | "warn" | "error">;
  /** Reads calendars for the threads, which cannot reach other hosts. */
  readonly availability?: AvailabilityReader;
  /** Where mirrors are read; left out: on the disk of this process. */
  readonly mirrors?: MirrorReader;
  readonly now?: (() => Date) | undefined;
  /** Receives the CPU time of each task, in seconds. */
  readonly onComputed?: (seconds: number) => void;
  readonly onRefused?: (reason: "budget" | "queue") => void;
}

interface Task extends EngineTask {
  /** Milliseconds, by performance.now(). */
  readonly queuedAt: number;
  readonly refuse: (error: Error) => void;
  readonly settle: (outcome: Outcome) => void;
}

const QUEUE = { total: 800, perUser: 16 };
/** Milliseconds that tasks of a key wait for the thread with its caches, alone or together, before another one takes them. */
const STEAL_AFTER_MS = 30;
/** The same for a slice: the thread of its key has hundreds of indexes open for it, which another one would have to open too. */
const STEAL_SLICE_AFTER_MS = 2000;
/** Milliseconds that a task may wait at all. */
const QUEUE_TIMEOUT_MS = 20_000;
/** Milliseconds after which a task with a waiting caller is cancelled, and after which its thread is terminated. */
const TASK_TIMEOUT_MS = 30_000;
const CANCEL_GRACE_MS = 10_000;
/** Bytes of facts for Insights that all threads together may keep. */
const FACTS_BYTES = 300 * 2 ** 20;
const TAKES_TOO_LONG = message("query.timeout");

export class EnginePool {
  readonly #options: EnginePoolOptions;
  readonly #shared = new SharedBlobs();
  readonly #queue: FairQueue<Task>;
  readonly #budget: ComputeBudget;
  /** Null where a thread has not been needed yet. */
  readonly #threads: (EngineThread | null)[];
  readonly #waited = new WaitingTime();
  #running = 0;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(options: EnginePoolOptions) {
    this.#options = options;
    this.#budget = new ComputeBudget(options.limits);
    this.#queue = new FairQueue<Task>(this.#budget, QUEUE);
    this.#threads = Array.from({ length: Math.max(MIN_THREADS, options.threads) }, () => null);
  }

  get threads(): number {
    return this.#threads.length;
  }

  get waiting(): number {
    return this.#queue.waiting;
  }

  get running(): number {
    return this.#running;
  }

  /** Bytes of indexes that are open, each counted once. */
  get indexBytes(): number {
    return this.#shared.bytes;
  }

  get openIndexes(): number {
    return this.#threads.reduce((sum, thread) => sum + (thread?.openIndexes ?? 0), 0);
  }

  /**
   * Runs a task in an engine thread.
   * @param context plain data
   * @throws TooMany when the principal has used up a budget or has too many tasks waiting
   * @throws ServerBusyError when the total demand exceeds the capacity
   */
  run(
    name: string,
    context: unknown,
    { principal, key, isPinned = false, isSlice = false, isSerialized = false, signal, onCpu }: TaskOptions,
  ): Promise<unknown> {
    if (this.#isStopped) return Promise.reject(new Unavailable(message("server.stopping")));
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const done = (): void => {
        clearTimeout(timer);
        signal.removeEventListener("abort", gone);
      };
      const task: Task = {
        name,
        context,
        principal,
        key,
        isPinned,
        isSerialized,
        isSlice,
        queuedAt: performance.now(),
        refuse: (error) => {
          done();
          this.#options.onRefused?.(error instanceof ServerBusyError ? "queue" : "budget");
          reject(error);
        },
        settle: ({ answer, error, cpu }) => {
          done();
          onCpu?.(cpu);
          if (error) reject(error);
          else resolve(answer);
        },
      };
      const gone = (): void => {
        const reason = abortReason(signal);
        if (this.#queue.remove(task)) task.settle({ error: reason, cpu: 0 });
        else this.#threads.forEach((thread) => this.#taskOf(thread) === task && thread?.cancel());
      };
      try {
        this.#queue.add(task);
      } catch (error) {
        task.refuse(error instanceof Error ? error : new Error(String(error)));
        return;
      }
      signal.addEventListener("abort", gone, { once: true });
      if (principal) {
        timer = setTimeout(() => {
          if (!this.#queue.remove(task)) return;
          // A caller with running tasks gets a compute limit; for any other caller the server is overloaded.
          task.refuse(this.#queue.runningOf(principal.userId) > 0 ? tooMuchCompute(2) : new ServerBusyError(5));
        }, QUEUE_TIMEOUT_MS);
      }
      this.#serve();
    });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    for (const task of this.#queue.clear()) task.settle({ error: new Unavailable(message("server.stopping")), cpu: 0 });
    await Promise.all(this.#threads.flatMap((thread) => thread?.stop() ?? []));
  }

  readonly #tasks = new WeakMap<EngineThread, Task>();

  #taskOf(thread: EngineThread | null): Task | undefined {
    return thread ? this.#tasks.get(thread) : undefined;
  }

  /** Gives each free thread the next task that fits it. */
  #serve(): void {
    if (this.#isStopped) return;
    let isOneWaitingForThread = false;
    for (let position = 0; position < this.#threads.length; position += 1) {
      const thread = this.#threads[position];
      if (thread && !thread.isFree) continue;
      const task = this.#queue.take((candidate) => {
        if (!this.#mayBegin(candidate)) return false;
        const fits = this.#fitsThread(candidate, position);
        isOneWaitingForThread ||= !fits;
        return fits;
      });
      if (task) void this.#begin(task, position);
    }
    // A task that waits for its own thread may be taken by another one in a moment.
    clearTimeout(this.#timer);
    if (isOneWaitingForThread && this.#threads.some((thread) => thread?.isFree !== false)) {
      this.#timer = setTimeout(() => this.#serve(), STEAL_AFTER_MS).unref();
    }
  }

  /**
   * A company, or the background, never holds all threads, and one user never all that the company may hold: a task that waits for git
   * is charged when it has ended, which may be half a minute later. A slice may take any thread while no other user waits.
   */
  #mayBegin({ principal, isSlice }: Task): boolean {
    const { length } = this.#threads;
    if (!principal) return this.#running < length - 1;
    const { userId, companyId } = principal;
    if (isSlice && !this.#queue.hasOthers(userId)) return true;
    return this.#queue.runningOfCompany(companyId) < length - 1 && this.#queue.runningOf(userId) < length - 2;
  }

  #fitsThread({ key, principal, isPinned, isSlice, queuedAt }: Task, position: number): boolean {
    const home = this.threadOf(key);
    if (position === home) return true;
    const homeThread = this.#threads[home];
    // Its thread has a cache for it, for which a user waits for own tasks, but not for those of others.
    if (isPinned && this.#taskOf(homeThread ?? null)?.principal?.userId === principal?.userId) return false;
    // The tasks of others there may take half a minute. A moment's wait would let a task of this place's user begin first.
    if (isPinned && homeThread?.isFree === false) return true;
    // A free thread that has the key's index open is equivalent to the assigned one, which may be busy.
    if (!isSlice && homeThread && !homeThread.isFree && this.#threads[position]?.isWarmFor(key) === true) return true;
    const waited = performance.now() - queuedAt + (isSlice ? 0 : this.#waited.waitedMs(key));
    return homeThread?.isFree === false && waited >= (isSlice ? STEAL_SLICE_AFTER_MS : STEAL_AFTER_MS);
  }

  threadOf(key: string): number {
    return threadIn(key, this.#threads.length);
  }

  async #begin(task: Task, position: number): Promise<void> {
    const thread = (this.#threads[position] ??= this.#startThread(position));
    this.#queue.begin(task);
    this.#waited.add(task.key, performance.now() - task.queuedAt);
    this.#running += 1;
    this.#tasks.set(thread, task);
    const watch = task.principal ? this.#watch(thread, task) : undefined;
    const now = (this.#options.now?.() ?? new Date()).getTime();
    const outcome = await thread.run(task.name, task.context, { key: task.key, now, isSerialized: task.isSerialized });
    watch?.();
    this.#tasks.delete(thread);
    this.#running -= 1;
    this.#queue.end(task, outcome.cpu);
    this.#options.onComputed?.(outcome.cpu / 1000);
    task.settle(outcome);
    this.#serve();
  }

  /** Cancels a task that takes too long, and ends its thread when that does not help. @returns the function that stops watching */
  #watch(thread: EngineThread, task: Task): () => void {
    let timer = setTimeout(() => {
      thread.cancel();
      task.settle({ error: new Unavailable(TAKES_TOO_LONG), cpu: TASK_TIMEOUT_MS });
      timer = setTimeout(() => void thread.kill(), CANCEL_GRACE_MS);
    }, TASK_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }

  #startThread(position: number): EngineThread {
    const { worker, blobs, dataDir, indexBytes, log, db, mirrors = MIRRORS_HERE } = this.#options;
    const share = (bytes: number): number => Math.ceil(bytes / this.#threads.length);
    return startEngineThread({
      position,
      worker,
      start: { blobs, dataDir, indexBytes: share(indexBytes), factsBytes: share(FACTS_BYTES) },
      db,
      shared: this.#shared,
      readAvailability: async (emails) => (await this.#options.availability?.read(emails)) ?? new Map(),
      mirrors,
      principal: () => this.#taskOf(this.#threads[position] ?? null)?.principal ?? null,
      log,
      onLost: () => {
        this.#threads[position] = null;
        this.#serve();
      },
    });
  }
}
