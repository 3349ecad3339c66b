/**
 * Measures the lag of the event loop with a timer of 20 ms. A stall that swallows several ticks counts once per tick, so that the
 * distribution is over time and not over the ticks that happened (Tene, "How not to measure latency": otherwise one stall of a second would
 * be a single sample among fifty good ones).
 */
const SAMPLE_INTERVAL_MS = 20;
/** Older samples than about this do not count for the current lag. */
const LAG_WINDOW_MS = 500;
/** A laptop that slept is no stall. */
const MAX_SAMPLES = 500;

export class EventLoopLag {
  readonly #onLag: (seconds: number) => void;
  readonly #now: () => number;
  #timer: NodeJS.Timeout | undefined;
  #due = Infinity;
  #current = 0;

  /** @param onLag receives every sample, in seconds */
  constructor(onLag: (seconds: number) => void, now: () => number = () => performance.now()) {
    this.#onLag = onLag;
    this.#now = now;
  }

  start(): void {
    this.#due = this.#now() + SAMPLE_INTERVAL_MS;
    this.#timer = setInterval(() => this.tick(), SAMPLE_INTERVAL_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** How long something that came in the last half second waited on average, in seconds. */
  get current(): number {
    return this.#current;
  }

  /** One turn of the timer; public for tests, which have their own clock. */
  tick(): void {
    const late = Math.max(0, this.#now() - this.#due);
    const samples = Math.min(MAX_SAMPLES, 1 + Math.floor(late / SAMPLE_INTERVAL_MS));
    for (let turn = 0; turn < samples; turn += 1) {
      this.#onLag(Math.max(0, late - turn * SAMPLE_INTERVAL_MS) / 1000);
    }
    const weight = 1 - Math.exp(-(late + SAMPLE_INTERVAL_MS) / LAG_WINDOW_MS);
    this.#current += (late / 2000 - this.#current) * weight;
    this.#due = this.#now() + SAMPLE_INTERVAL_MS;
  }
}
