/**
 * Measures the lag of the event loop with a timer of 20 ms. A stall that swallows several ticks counts once per tick, so that the
 * distribution is over time and not over the ticks that happened (Tene, "How not to measure latency": otherwise one stall of a second would
 * be a single sample among fifty good ones).
 */
const EVERY_MS = 20;
/** Older samples than about this do not count for the current lag. */
const PRESENT_MS = 500;
/** A laptop that slept is no stall. */
const MOST_SAMPLES = 500;

export class EventLoop {
  readonly #onLag: (seconds: number) => void;
  readonly #now: () => number;
  #timer: NodeJS.Timeout | undefined;
  #due = Infinity;
  #present = 0;

  /** @param onLag receives every sample, in seconds */
  constructor(onLag: (seconds: number) => void, now: () => number = () => performance.now()) {
    this.#onLag = onLag;
    this.#now = now;
  }

  start(): void {
    this.#due = this.#now() + EVERY_MS;
    this.#timer = setInterval(() => this.tick(), EVERY_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** How long something that came in the last half second waited on average, in seconds. */
  get present(): number {
    return this.#present;
  }

  /** One turn of the timer; public for tests, which have a clock of their own. */
  tick(): void {
    const late = Math.max(0, this.#now() - this.#due);
    const samples = Math.min(MOST_SAMPLES, 1 + Math.floor(late / EVERY_MS));
    for (let turn = 0; turn < samples; turn += 1) {
      this.#onLag(Math.max(0, late - turn * EVERY_MS) / 1000);
    }
    const weight = 1 - Math.exp(-(late + EVERY_MS) / PRESENT_MS);
    this.#present += (late / 2000 - this.#present) * weight;
    this.#due = this.#now() + EVERY_MS;
  }
}
