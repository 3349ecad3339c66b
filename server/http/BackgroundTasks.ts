/**
 * Work that continues after the response is sent. The response time then does not depend on what the work finds, so it does not reveal
 * whether an address is known.
 */
export class BackgroundTasks {
  readonly #running = new Set<Promise<void>>();
  readonly #onError: (error: unknown) => void;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  add(work: () => Promise<void>): void {
    const running = new Promise<void>((resolve) => setImmediate(resolve))
      .then(work)
      .catch(this.#onError)
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Waits for what has begun. */
  async drain(): Promise<void> {
    await Promise.all(this.#running);
  }
}
