import { tooMuchCompute } from "../http/compute/FairQueue.ts";
import { ServerBusyError } from "../http/limits/ConcurrencyLimiter.ts";

export interface GateLimits {
  /** Tasks of one person that are sent at the same time. */
  readonly perPerson: number;
  /** Tasks of one person that may wait: a search over many projects sends one for each thread that holds some of them. */
  readonly waitingPerPerson: number;
  /** Tasks of all people that are sent at the same time. */
  readonly total: number;
}

const RETRY_SECONDS = 2;

interface Line {
  sent: number;
  readonly waiting: (() => void)[];
}

/** Bounds what one process has sent to search processes, which have queues of their own, by person and in total. */
export class PersonGate {
  readonly #limits: GateLimits;
  readonly #lines = new Map<string, Line>();
  #sent = 0;

  constructor(limits: GateLimits) {
    this.#limits = limits;
  }

  get sent(): number {
    return this.#sent;
  }

  /**
   * Does the work when the person has a place.
   * @throws TooMany when the person has too much waiting; Busy when all people together have too much sent; the signal's reason
   */
  async run<T>(person: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    if (this.#sent >= this.#limits.total) throw new ServerBusyError(RETRY_SECONDS);
    const line = this.#lines.get(person) ?? { sent: 0, waiting: [] };
    this.#lines.set(person, line);
    if (line.sent >= this.#limits.perPerson) await this.#wait(line, signal);
    else line.sent += 1;
    this.#sent += 1;
    try {
      return await work();
    } finally {
      this.#sent -= 1;
      const next = line.waiting.shift();
      if (next) next();
      else {
        line.sent -= 1;
        if (line.sent === 0) this.#lines.delete(person);
      }
    }
  }

  /** Resolves with the place of a task that has ended. */
  #wait(line: Line, signal: AbortSignal): Promise<void> {
    if (line.waiting.length >= this.#limits.waitingPerPerson) throw tooMuchCompute(RETRY_SECONDS);
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        signal.removeEventListener("abort", leave);
        resolve();
      };
      const leave = (): void => {
        line.waiting.splice(line.waiting.indexOf(begin), 1);
        reject(signal.reason instanceof Error ? signal.reason : new Error("The client has gone."));
      };
      signal.addEventListener("abort", leave, { once: true });
      line.waiting.push(begin);
    });
  }
}
