import { ServerBusyError, abortReason } from "../errors.ts";
import { tooMuchCompute } from "../compute/FairQueue.ts";

export interface GateLimits {
  /** Tasks of one user that are sent at the same time. */
  readonly perUser: number;
  /** Tasks of one user that may wait: a search over many projects sends one for each thread that holds some of them. */
  readonly waitingPerUser: number;
  /** Tasks of all users that are sent at the same time. */
  readonly total: number;
}

const RETRY_SECONDS = 2;

interface UserQueue {
  sent: number;
  readonly waiting: (() => void)[];
}

/** Bounds what one process has sent to search processes, which have queues of their own, by user and in total. */
export class UserGate {
  readonly #limits: GateLimits;
  readonly #queues = new Map<string, UserQueue>();
  #sent = 0;

  constructor(limits: GateLimits) {
    this.#limits = limits;
  }

  get sent(): number {
    return this.#sent;
  }

  /**
   * Does the work when the user has a place.
   * @throws TooMany when the user has too much waiting; Busy when all users together have too much sent; the signal's reason
   */
  async run<T>(userId: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    if (this.#sent >= this.#limits.total) throw new ServerBusyError(RETRY_SECONDS);
    const queue = this.#queues.get(userId) ?? { sent: 0, waiting: [] };
    this.#queues.set(userId, queue);
    if (queue.sent >= this.#limits.perUser) await this.#wait(queue, signal);
    else queue.sent += 1;
    this.#sent += 1;
    try {
      return await work();
    } finally {
      this.#sent -= 1;
      const next = queue.waiting.shift();
      if (next) next();
      else {
        queue.sent -= 1;
        if (queue.sent === 0) this.#queues.delete(userId);
      }
    }
  }

  /** Resolves with the place of a task that has ended. */
  #wait(queue: UserQueue, signal: AbortSignal): Promise<void> {
    if (queue.waiting.length >= this.#limits.waitingPerUser) throw tooMuchCompute(RETRY_SECONDS);
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        signal.removeEventListener("abort", leave);
        resolve();
      };
      const leave = (): void => {
        queue.waiting.splice(queue.waiting.indexOf(begin), 1);
        reject(abortReason(signal));
      };
      signal.addEventListener("abort", leave, { once: true });
      queue.waiting.push(begin);
    });
  }
}
