/** Debounces work: each new call cancels the one before, and runs only when no other follows within the delay. */
export class Debouncer {
  readonly #delayMs: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #controller: AbortController | undefined;

  constructor(delayMs: number) {
    this.#delayMs = delayMs;
  }

  /** Runs the work after the delay unless another call replaces it; aborts work that is already running. */
  run(work: (signal: AbortSignal) => Promise<void>): void {
    this.cancel();
    const controller = new AbortController();
    this.#controller = controller;
    this.#timer = setTimeout(() => {
      void work(controller.signal);
    }, this.#delayMs);
  }

  cancel(): void {
    clearTimeout(this.#timer);
    this.#controller?.abort();
  }
}
