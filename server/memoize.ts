import { LRUCache } from "lru-cache";

/**
 * Computes a value once for each key. The value lives as long as its key, so an index that is closed takes everything
 * derived from it along.
 */
export function memoize<Key extends object, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const values = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    let value = values.get(key);
    if (!value) values.set(key, (value = { value: compute(key) }));
    return value.value;
  };
}

/** Computes a value when it is first asked for. */
export function once<Value>(compute: () => Value): () => Value {
  let cached: { readonly value: Value } | undefined;
  return () => (cached ??= { value: compute() }).value;
}

/**
 * Values by key, each computed once for a state of what it was computed from. Callers of the same state share one computation, and a
 * failed one is not kept.
 */
export class StampedCache<Value extends object> {
  readonly #entries: LRUCache<string, StampedEntry<Value>>;

  /** @param max the number of keys */
  constructor(max: number) {
    // `maxSize` allocates as entries come, `max` would allocate for each cache.
    this.#entries = new LRUCache({ maxSize: max, sizeCalculation: () => 1 });
  }

  /**
   * @param stamp differs whenever the value may differ
   * @param maxStaleMs milliseconds for which the value of another stamp is answered
   */
  get(key: string, stamp: string, compute: () => Promise<Value>, maxStaleMs = 0): Promise<Value> {
    const previous = this.#entries.get(key);
    if (previous && (previous.stamp === stamp || Date.now() - previous.at < maxStaleMs)) return previous.value;
    const entry = { stamp, at: Date.now(), value: compute() };
    this.#entries.set(key, entry);
    entry.value.catch(() => {
      // A newer one may have taken its place.
      if (this.#entries.peek(key) === entry) this.#entries.delete(key);
    });
    return entry.value;
  }
}

interface StampedEntry<Value> {
  readonly stamp: string;
  /** Milliseconds since 1970 when the computation began. */
  readonly at: number;
  readonly value: Promise<Value>;
}
