/** Zeroed columns that one search after the other uses: megabytes for each search would keep the garbage collector busy. */
class Arena {
  #scores = new Float32Array(1 << 16);
  #bits = new Uint32Array(1 << 16);
  #marks = Buffer.alloc(1 << 16);
  #numbers = new Uint32Array(1 << 16);
  readonly #used = { scores: 0, bits: 0, marks: 0, numbers: 0 };

  reset(): void {
    Object.assign(this.#used, { scores: 0, bits: 0, marks: 0, numbers: 0 });
  }

  // Columns that were given out before keep the smaller memory.
  scores(length: number): Float32Array {
    const from = this.#used.scores;
    if (from + length > this.#scores.length) {
      this.#scores = new Float32Array(2 * (from + length));
      this.#used.scores = 0;
      return this.scores(length);
    }
    this.#used.scores = from + length;
    return this.#scores.subarray(from, from + length);
  }

  bits(length: number): Uint32Array {
    const from = this.#used.bits;
    if (from + length > this.#bits.length) {
      this.#bits = new Uint32Array(2 * (from + length));
      this.#used.bits = 0;
      return this.bits(length);
    }
    this.#used.bits = from + length;
    return this.#bits.subarray(from, from + length);
  }

  marks(length: number): Buffer {
    const from = this.#used.marks;
    if (from + length > this.#marks.length) {
      this.#marks = Buffer.alloc(2 * (from + length));
      this.#used.marks = 0;
      return this.marks(length);
    }
    this.#used.marks = from + length;
    return this.#marks.subarray(from, from + length);
  }

  numbers(length: number): Uint32Array {
    const from = this.#used.numbers;
    if (from + length > this.#numbers.length) {
      this.#numbers = new Uint32Array(2 * (from + length));
      this.#used.numbers = 0;
      return this.numbers(length);
    }
    this.#used.numbers = from + length;
    return this.#numbers.subarray(from, from + length);
  }
}

/** Those that no search uses: as many as searches were ever inside of one another. */
const free: Arena[] = [];

/** The memory that one search owns. It is not kept per index: a search over thousands of indexes uses the same columns for each. */
export class Scratch {
  readonly #arena = free.pop() ?? new Arena();
  readonly #clears: (() => void)[] = [];

  /** Zeros. Who takes a column clears what it has written, see `onRelease`. */
  scores(length: number): Float32Array {
    return this.#arena.scores(length);
  }

  /** Zeros, to be cleared. */
  bits(length: number): Uint32Array {
    return this.#arena.bits(length);
  }

  /** Zeros, to be cleared. */
  marks(length: number): Buffer {
    return this.#arena.marks(length);
  }

  /** Anything; need not be cleared. */
  numbers(length: number): Uint32Array {
    return this.#arena.numbers(length);
  }

  onRelease(clear: () => void): void {
    this.#clears.push(clear);
  }

  /** Gives the memory to later searches. */
  release(): void {
    for (const clear of this.#clears.splice(0)) clear();
    this.#arena.reset();
    free.push(this.#arena);
  }
}

/** The columns that a search has for a key (an index or a group of it), made of the search's memory. */
export class ScratchPool<K extends object, S> {
  readonly #make: (key: K, memory: Scratch) => S;
  readonly #clear: (columns: S) => void;
  readonly #owned = new WeakMap<Scratch, Map<K, S>>();

  /** @param clear makes zeros of everything that was written */
  constructor(make: (key: K, memory: Scratch) => S, clear: (columns: S) => void) {
    this.#make = make;
    this.#clear = clear;
  }

  /** Cleared columns, which belong to `owner` until it is released. An owner gets the same columns for the same key. */
  take(owner: Scratch, key: K): S {
    let owned = this.#owned.get(owner);
    if (!owned) {
      const made = (owned = new Map<K, S>());
      this.#owned.set(owner, made);
      owner.onRelease(() => {
        for (const columns of made.values()) this.#clear(columns);
        this.#owned.delete(owner);
      });
    }
    let columns = owned.get(key);
    if (columns) this.#clear(columns);
    else owned.set(key, (columns = this.#make(key, owner)));
    return columns;
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
