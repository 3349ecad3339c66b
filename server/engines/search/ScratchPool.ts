/**
 * Memory of searches, one piece for each `key` (an index or a group of it) that one search after the other uses: megabytes for each search
 * would keep the garbage collector busy. A search that begins while another one is not finished gets other memory.
 */
export class ScratchPool<K extends object, S> {
  readonly #make: (key: K) => S;
  readonly #clear: (scratch: S) => void;
  readonly #free = new WeakMap<K, S>();
  readonly #owned = new WeakMap<Scratch, Map<K, S>>();

  constructor(make: (key: K) => S, clear: (scratch: S) => void) {
    this.#make = make;
    this.#clear = clear;
  }

  /** Cleared memory, which belongs to `owner` until it is released. An owner gets the same memory for the same key. */
  take(owner: Scratch, key: K): S {
    const owned = this.#ownedBy(owner);
    let scratch = owned.get(key) ?? this.#free.get(key);
    this.#free.delete(key);
    if (scratch) this.#clear(scratch);
    else scratch = this.#make(key);
    owned.set(key, scratch);
    return scratch;
  }

  #ownedBy(owner: Scratch): Map<K, S> {
    let owned = this.#owned.get(owner);
    if (!owned) {
      const made = (owned = new Map<K, S>());
      this.#owned.set(owner, made);
      owner.onRelease(() => {
        for (const [key, scratch] of made) this.#free.set(key, scratch);
        this.#owned.delete(owner);
      });
    }
    return owned;
  }
}

/** The memory that one search owns. */
export class Scratch {
  readonly #releases: (() => void)[] = [];

  onRelease(release: () => void): void {
    this.#releases.push(release);
  }

  /** Gives the memory to later searches. */
  release(): void {
    for (const release of this.#releases.splice(0)) release();
  }
}

/**
 * Runs a search with its own memory. What `run` returns must not refer to that memory: a later search writes into it. After an error the
 * memory is not used again, because it may be in an inconsistent state.
 */
export function withScratch<T>(run: (scratch: Scratch) => T): T {
  const scratch = new Scratch();
  const result = run(scratch);
  scratch.release();
  return result;
}
