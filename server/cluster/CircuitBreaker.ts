/** Milliseconds that a process is left out after it did not answer; doubled with each further failure, up to the longest. */
const FIRST_MS = 2000;
const LONGEST_MS = 30_000;

interface Open {
  readonly failures: number;
  readonly until: number;
}

/** Leaves out processes that did not answer recently, so that only one task in a while waits for them. */
export class CircuitBreaker {
  readonly #open = new Map<string, Open>();
  readonly #now: () => number;

  /** @param now milliseconds of a clock that is never set back */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Whether a task may be sent. The first task after the wait closes or opens it again. */
  isClosed(id: string): boolean {
    const open = this.#open.get(id);
    return !open || this.#now() >= open.until;
  }

  failed(id: string): void {
    const now = this.#now();
    const entry = this.#open.get(id);
    // Tasks that were sent together and failed together are one failure.
    if (entry && now < entry.until) return;
    const failures = (entry?.failures ?? 0) + 1;
    this.#open.set(id, { failures, until: now + Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1)) });
    for (const [other, { until }] of this.#open) if (now - until > LONGEST_MS) this.#open.delete(other);
  }

  succeeded(id: string): void {
    this.#open.delete(id);
  }
}
