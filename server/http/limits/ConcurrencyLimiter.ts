/**
 * Limits the concurrent calls with long answers on the event loop, where many concurrent ones would all finish late. Each user has a separate queue,
 * the queues are served in turn, and a call that would wait too long is refused with a time to retry.
 */
import { ServerBusyError, abortReason } from "../../errors.ts";

export interface ConcurrencyLimiterOptions {
  /** Calls that work at the same time. */
  readonly concurrency: number;
  /** Maximum number of waiting calls in total. */
  readonly maxQueued: number;
  /** Calls of one user that may wait. */
  readonly maxQueuedPerUser: number;
  /** Milliseconds after which a waiting call is refused. */
  readonly queueTimeoutMs: number;
  readonly onRefused?: () => void;
}

interface Waiting {
  readonly begin: () => void;
  readonly leave: (error: Error) => void;
}

export class ConcurrencyLimiter {
  readonly #options: ConcurrencyLimiterOptions;
  /** By user, in the order in which they are served next. */
  readonly #queues = new Map<string, Waiting[]>();
  #running = 0;
  #queued = 0;
  /** Moving average of the duration of a call, in milliseconds. */
  #usual = 50;

  constructor(options: ConcurrencyLimiterOptions) {
    this.#options = options;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#queued;
  }

  /**
   * Runs the work when a place is free.
   * @param person the user who owns the queue in which it waits
   * @param signal removes the call from the queue when the client disconnects
   * @throws ServerBusyError when the queue is too long, or the wait takes too long
   */
  async run<T>(person: string, signal: AbortSignal, work: () => Promise<T> | T): Promise<T> {
    if (this.#running >= this.#options.concurrency) await this.#wait(person, signal);
    else this.#running += 1;
    const startedAt = performance.now();
    try {
      return await work();
    } finally {
      this.#usual += (performance.now() - startedAt - this.#usual) * 0.1;
      this.#next();
    }
  }

  #wait(person: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const queue = this.#queues.get(person) ?? [];
    if (this.#queued >= this.#options.maxQueued || queue.length >= this.#options.maxQueuedPerUser) this.#refuse();
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        clearTimeout(timer);
        signal.removeEventListener("abort", gone);
      };
      const waiting: Waiting = {
        begin: () => {
          settle();
          resolve();
        },
        leave: (error) => {
          settle();
          this.#remove(person, waiting);
          reject(error);
        },
      };
      const gone = (): void => {
        waiting.leave(abortReason(signal));
      };
      const timer = setTimeout(() => {
        this.#options.onRefused?.();
        waiting.leave(new ServerBusyError(this.#secondsToWait()));
      }, this.#options.queueTimeoutMs);
      signal.addEventListener("abort", gone, { once: true });
      queue.push(waiting);
      this.#queues.set(person, queue);
      this.#queued += 1;
    });
  }

  /** The place passes on to the first of the next user's queue; that user goes to the end of the round. */
  #next(): void {
    const [first] = this.#queues;
    if (!first) {
      this.#running -= 1;
      return;
    }
    const [person, queue] = first;
    const waiting = queue.shift();
    this.#queues.delete(person);
    if (queue.length > 0) this.#queues.set(person, queue);
    this.#queued -= 1;
    waiting?.begin();
  }

  #remove(person: string, waiting: Waiting): void {
    const queue = this.#queues.get(person);
    const place = queue?.indexOf(waiting) ?? -1;
    if (!queue || place < 0) return;
    queue.splice(place, 1);
    this.#queued -= 1;
    if (queue.length === 0) this.#queues.delete(person);
  }

  #refuse(): never {
    this.#options.onRefused?.();
    throw new ServerBusyError(this.#secondsToWait());
  }

  #secondsToWait(): number {
    return Math.min(30, ((this.#queued + 1) * this.#usual) / this.#options.concurrency / 1000);
  }
}
