/**
 * Work that goes on after the answer, so that the answer takes as long whatever the work finds: who asks cannot tell from the time
 * whether an address is known.
 */
export class Afterwards {
  readonly #running = new Set<Promise<void>>();
  readonly #onError: (error: unknown) => void;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  run(work: () => Promise<void>): void {
    const running = new Promise<void>((resolve) => setImmediate(resolve))
      .then(work)
      .catch(this.#onError)
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Waits for what has begun. */
  async settle(): Promise<void> {
    await Promise.all(this.#running);
  }
}
