/** Work about things that change: a later one with the same key replaces what has not begun, and ends what has. */
export class DelayedWork {
  readonly #delayMs: number;
  readonly #running = new Map<string, AbortController>();

  constructor(delayMs: number) {
    this.#delayMs = delayMs;
  }

  run(key: string, work: (signal: AbortSignal) => Promise<void>): void {
    this.cancel(key);
    const controller = new AbortController();
    this.#running.set(key, controller);
    const end = (): void => {
      if (this.#running.get(key) === controller) this.#running.delete(key);
    };
    const timer = setTimeout(() => void work(controller.signal).finally(end), this.#delayMs);
    controller.signal.addEventListener("abort", () => clearTimeout(timer));
  }

  cancel(key: string): void {
    this.#running.get(key)?.abort();
    this.#running.delete(key);
  }
}
