import { abortReason } from "../errors.ts";
import { ComputeBudget, type ComputePrincipal } from "./ComputeBudget.ts";
import { FairQueue, type Queued } from "./FairQueue.ts";

interface Waiting extends Queued {
  readonly start: () => void;
}

/** Milliseconds of a minute that a user, and a company, may use before earlier use no longer counts more than that of others. */
const REMEMBERED_MS = { userMsPerMinute: 60_000, companyMsPerMinute: 60_000 };

/** A fixed number of slots, given to the user who has used them for the least time. */
export class FairSlots {
  readonly #budget: ComputeBudget;
  readonly #queue: FairQueue<Waiting>;
  #free: number;

  constructor(count: number, now?: () => number) {
    this.#free = count;
    this.#budget = new ComputeBudget(REMEMBERED_MS, now);
    this.#queue = new FairQueue(this.#budget, { total: Infinity, perUser: Infinity, ignoresBudgets: true });
  }

  get waiting(): number {
    return this.#queue.waiting;
  }

  /** Works in a slot. Who waits for one when the signal is aborted leaves the queue. @throws the signal's reason */
  async run<T>(principal: ComputePrincipal | null, work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    let begun = 0;
    const start = (): void => {
      begun = this.#budget.now();
      resolve();
    };
    const task: Waiting = { principal, refuse: reject, start };
    const leave = (): void => {
      if (this.#queue.remove(task)) reject(abortReason(signal));
    };
    signal.addEventListener("abort", leave, { once: true });
    this.#queue.add(task);
    this.#serve();
    await promise.finally(() => signal.removeEventListener("abort", leave));
    try {
      return await work();
    } finally {
      this.#queue.end(task, this.#budget.now() - begun);
      this.#free += 1;
      this.#serve();
    }
  }

  #serve(): void {
    while (this.#free > 0) {
      const task = this.#queue.take(() => true);
      if (!task) return;
      this.#free -= 1;
      this.#queue.begin(task);
      task.start();
    }
  }
}
