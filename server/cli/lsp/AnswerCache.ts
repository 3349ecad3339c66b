import { LRUCache } from "lru-cache";

/** Milliseconds for which an answer is used again. */
const MAX_AGE_MS = 10 * 60_000;

/** Answers by a key; null is not kept, because it may be the answer of a server that is away. */
export class AnswerCache<Value extends object> {
  readonly #values: LRUCache<string, Value>;

  /** @param max the number of answers */
  constructor(max: number) {
    this.#values = new LRUCache({ max, ttl: MAX_AGE_MS });
  }

  async get(key: readonly unknown[], compute: () => Promise<Value | null>): Promise<Value | null> {
    const text = JSON.stringify(key);
    const cached = this.#values.get(text);
    if (cached !== undefined) return cached;
    const value = await compute();
    if (value !== null) this.#values.set(text, value);
    return value;
  }

  clear(): void {
    this.#values.clear();
  }
}
