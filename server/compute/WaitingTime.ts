/**
 * How long tasks of each key have waited recently: leaky buckets of milliseconds. Short tasks that follow each other never wait long each, yet
 * together they show that one thread is not enough for their key.
 */

interface Bucket {
  readonly level: number;
  /** Milliseconds, by performance.now(). */
  readonly at: number;
}

/** Milliseconds of waiting that are forgotten in a millisecond. */
const FORGOTTEN_MS_PER_MS = 0.1;
/** Buckets are looked through for empty ones when there are more than this. */
const MAX_KEYS = 1000;

export class WaitingTime {
  readonly #buckets = new Map<string, Bucket>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Milliseconds that tasks of the key have waited, without what was forgotten. */
  waitedMs(key: string): number {
    const bucket = this.#buckets.get(key);
    return bucket ? Math.max(0, bucket.level - (this.#now() - bucket.at) * FORGOTTEN_MS_PER_MS) : 0;
  }

  add(key: string, milliseconds: number): void {
    this.#buckets.set(key, { level: this.waitedMs(key) + milliseconds, at: this.#now() });
    if (this.#buckets.size <= MAX_KEYS) return;
    for (const forgotten of this.#buckets.keys()) if (this.waitedMs(forgotten) === 0) this.#buckets.delete(forgotten);
  }
}
