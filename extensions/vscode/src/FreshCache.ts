/** A bounded cache of answers that expire. An expired one is kept until there is a newer one; the oldest entries are removed first. */
export class FreshCache<T> {
  readonly #entries = new Map<string, { readonly value: T; readonly at: number }>();
  readonly #maxEntries: number;
  readonly #maxAgeMs: number;

  constructor(maxEntries: number, maxAgeMs = 10 * 60 * 1000) {
    this.#maxEntries = maxEntries;
    this.#maxAgeMs = maxAgeMs;
  }

  /** Undefined where there is no value, or an expired one. */
  get(key: string): T | undefined {
    const entry = this.#entries.get(key);
    return entry && Date.now() - entry.at < this.#maxAgeMs ? entry.value : undefined;
  }

  /** The value of any age; undefined where there is none. */
  last(key: string): T | undefined {
    return this.#entries.get(key)?.value;
  }

  set(key: string, value: T): void {
    this.#entries.delete(key);
    this.#entries.set(key, { value, at: Date.now() });
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#maxEntries) break;
      this.#entries.delete(oldest);
    }
  }

  /** The value is not fresh any more. */
  expire(key: string): void {
    const entry = this.#entries.get(key);
    if (entry) this.#entries.set(key, { ...entry, at: -Infinity });
  }

  clear(): void {
    this.#entries.clear();
  }
}
