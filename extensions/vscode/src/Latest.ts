/** The last of several wishes: each new one takes the place of the one before, and comes true only when no other follows soon. */
export class Latest {
  readonly #delayMs: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #controller: AbortController | undefined;

  constructor(delayMs: number) {
    this.#delayMs = delayMs;
  }

  /** Runs the work after the delay, unless another wish comes first; work under way is told to stop. */
  wish(work: (signal: AbortSignal) => Promise<void>): void {
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
