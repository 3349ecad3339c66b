import { abortReason } from "./errors.ts";

/** Work with the same key runs sequentially in order of arrival; work with different keys runs concurrently. */
export class KeyedMutex {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Does the work when all that came before with this key has ended, well or badly. */
  runExclusive<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key) ?? Promise.resolve();
    const mine = before.catch(() => undefined).then(work);
    this.#last.set(key, mine);
    return mine.finally(() => {
      if (this.#last.get(key) === mine) this.#last.delete(key);
    });
  }
}

/**
 * Does the work of many calls at once. Calls of a key that arrive while its work is running wait for it, and are then done together: the work for a call
 * always begins after the call. A failure is that of all calls that were done together.
 */
export class Batches<Item, Result> {
  readonly #work: (key: string, items: readonly Item[]) => Promise<readonly Result[]>;
  /** Calls that have arrived since the work of their key began. */
  readonly #waiting = new Map<string, BatchedCall<Item, Result>[]>();

  /** @param work returns a result for each item */
  constructor(work: (key: string, items: readonly Item[]) => Promise<readonly Result[]>) {
    this.#work = work;
  }

  add(key: string, item: Item): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const waiting = this.#waiting.get(key);
    if (waiting) waiting.push({ item, resolve, reject });
    else void this.#run(key, [{ item, resolve, reject }]);
    return promise;
  }

  async #run(key: string, first: BatchedCall<Item, Result>[]): Promise<void> {
    for (let calls = first; calls.length > 0; calls = this.#waiting.get(key) ?? []) {
      this.#waiting.set(key, []);
      try {
        const results = await this.#work(
          key,
          calls.map(({ item }) => item),
        );
        for (const [at, call] of calls.entries()) call.resolve(results[at] as Result);
      } catch (error) {
        for (const call of calls) call.reject(error);
      }
    }
    this.#waiting.delete(key);
  }
}

interface BatchedCall<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

interface WaitingLimit {
  readonly maxWaiting: number;
  /** The error of work that would wait in addition. */
  readonly refusal: () => Error;
}

/** A fixed number of permits, given in order of arrival. */
export class Semaphore {
  #permits: number;
  readonly #limit: WaitingLimit | undefined;
  readonly #waiting = new Set<() => void>();

  constructor(count: number, limit?: WaitingLimit) {
    this.#permits = count;
    this.#limit = limit;
  }

  /** Works with a permit. Work that waits for one when the signal is aborted leaves the queue. @throws the signal's reason, or the refusal of the limit */
  async run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    if (this.#permits > 0) this.#permits--;
    else if (this.#limit && this.#waiting.size >= this.#limit.maxWaiting) throw this.#limit.refusal();
    else await this.#wait(signal);
    try {
      return await work();
    } finally {
      this.#release();
    }
  }

  #wait(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const receive = (): void => {
        signal?.removeEventListener("abort", leave);
        resolve();
      };
      const leave = (): void => {
        this.#waiting.delete(receive);
        if (signal) reject(abortReason(signal));
      };
      this.#waiting.add(receive);
      signal?.addEventListener("abort", leave, { once: true });
    });
  }

  #release(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#permits++;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}

/** Measures for how long at least one piece of work is running. */
export class BusyClock {
  #running = 0;
  #since = 0;
  #totalMs = 0;

  /** @returns ends this piece of work; further calls do nothing */
  begin(): () => void {
    if (this.#running++ === 0) this.#since = performance.now();
    let isRunning = true;
    return () => {
      if (!isRunning) return;
      isRunning = false;
      if (--this.#running === 0) this.#totalMs += performance.now() - this.#since;
    };
  }

  /** Milliseconds since the start. */
  get totalMs(): number {
    return this.#totalMs + (this.#running > 0 ? performance.now() - this.#since : 0);
  }
}

/** Maps at most `concurrency` items at the same time. Results keep the order of the items; after the first failure no item is started. */
export async function mapConcurrent<T, R>(
  items: readonly T[],
  concurrency: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  let failed = false;
  const worker = async (): Promise<void> => {
    while (next < items.length && !failed) {
      const at = next;
      next += 1;
      const item = items[at];
      if (item === undefined) continue;
      try {
        results[at] = await work(item);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, worker));
  return results;
}

/** Resolves after a time. Uses the global timer, which tests can advance; `node:timers/promises` is out of their reach. @throws the signal's reason */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason instanceof Error ? signal.reason : new Error("Cancelled."));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
}

/** Waits for work at most this long; a later result is ignored. @returns null on timeout */
export async function withTimeout<T>(work: Promise<T>, milliseconds: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The result, unless the signal is aborted before. @throws the signal's reason */
export function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const leave = (): void => reject(signal.reason as Error);
    if (signal.aborted) leave();
    signal.addEventListener("abort", leave, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave));
  });
}

/** Runs a task at an interval. A run that takes longer than the interval is not joined by another one. */
export class PeriodicTask {
  readonly #run: () => Promise<void>;
  readonly #intervalMs: number;
  readonly #onError: (error: unknown) => void;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isStopped = false;

  constructor(run: () => Promise<void>, intervalMs: number, onError: (error: unknown) => void) {
    this.#run = run;
    this.#intervalMs = intervalMs;
    this.#onError = onError;
  }

  /** @param intervalMs in place of the usual interval; tests set it */
  start(intervalMs = this.#intervalMs): void {
    this.#timer = setInterval(() => {
      this.#running ??= this.#run()
        .catch(this.#onError)
        .finally(() => {
          this.#running = undefined;
        });
    }, intervalMs);
  }

  /** For runs that consist of parts: none begins after the stop. */
  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** Waits for the current run. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    await this.#running;
  }
}

/** Work that is done at an interval, by a class that knows what one run does. */
export abstract class PeriodicRunner {
  readonly #task: PeriodicTask;
  protected readonly onError: (error: unknown) => void;

  protected constructor(intervalMs: number, onError: (error: unknown) => void) {
    this.onError = onError;
    this.#task = new PeriodicTask(() => this.run(), intervalMs, onError);
  }

  /** Does what is due now. Several processes may do it at the same time. */
  abstract run(): Promise<void>;

  /** @param intervalMs in place of the usual interval; tests set it */
  start(intervalMs?: number): void {
    this.#task.start(intervalMs);
  }

  /** Waits for the current run. */
  stop(): Promise<void> {
    return this.#task.stop();
  }

  protected get isStopped(): boolean {
    return this.#task.isStopped;
  }
}

export interface WakeLoopOptions {
  readonly run: () => Promise<void>;
  /** Listens for wake-ups from elsewhere. @returns ends that */
  readonly listen: (wake: () => void) => Promise<() => Promise<void>>;
  /** Maximum time between two runs, so that a lost wake-up delays work and does not lose it. */
  readonly intervalMs: number;
  readonly onError: (error: unknown) => void;
}

/** Runs when it is woken and at an interval: one run at a time, and another one after a wake-up during a run. */
export class WakeLoop {
  readonly #options: WakeLoopOptions;
  #running: Promise<void> | undefined;
  #isWanted = false;
  #isStopped = false;
  #timer: NodeJS.Timeout | undefined;
  #stopListening: (() => Promise<void>) | undefined;

  constructor(options: WakeLoopOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    this.#stopListening = await this.#options.listen(this.wake);
    this.#timer = setInterval(this.wake, this.#options.intervalMs);
  }

  readonly wake = (): void => {
    this.#isWanted = true;
    if (!this.#isStopped) this.#running ??= this.#runWhileWanted();
  };

  /** No run begins after the stop. Resolves after the current one. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    await this.#stopListening?.();
    await this.#running;
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** The current run, with those that follow it. */
  get running(): Promise<void> | undefined {
    return this.#running;
  }

  async #runWhileWanted(): Promise<void> {
    while (this.#isWanted && !this.#isStopped) {
      this.#isWanted = false;
      try {
        await this.#options.run();
      } catch (error) {
        this.#options.onError(error);
      }
    }
    this.#running = undefined;
  }
}
