interface Sliceable<T> {
  readonly length: number;
  subarray(from: number, to: number): T;
}

/** Columns of one type, cut from one piece of memory that grows. */
class ColumnAllocator<T extends Sliceable<T>> {
  readonly #make: (length: number) => T;
  #all: T;
  #used = 0;

  constructor(make: (length: number) => T) {
    this.#make = make;
    this.#all = make(1 << 16);
  }

  take(length: number): T {
    if (this.#used + length > this.#all.length) {
      // Columns that were given out before keep the smaller memory.
      this.#all = this.#make(2 * (this.#used + length));
      this.#used = 0;
    }
    const from = this.#used;
    this.#used = from + length;
    return this.#all.subarray(from, this.#used);
  }

  reset(): void {
    this.#used = 0;
  }
}

/** Zeroed columns that one search after the other uses: megabytes for each search would keep the garbage collector busy. */
class Arena {
  readonly scores = new ColumnAllocator<Float32Array>((length) => new Float32Array(length));
  readonly bits = new ColumnAllocator<Uint32Array>((length) => new Uint32Array(length));
  readonly accepted = new ColumnAllocator<Buffer>((length) => Buffer.alloc(length));
  readonly numbers = new ColumnAllocator<Uint32Array>((length) => new Uint32Array(length));

  reset(): void {
    for (const columns of [this.scores, this.bits, this.accepted, this.numbers]) columns.reset();
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
    return this.#arena.scores.take(length);
  }

  /** Zeros, to be cleared. */
  bits(length: number): Uint32Array {
    return this.#arena.bits.take(length);
  }

  /** Zeros, to be cleared. */
  accepted(length: number): Buffer {
    return this.#arena.accepted.take(length);
  }

  /** Anything; need not be cleared. */
  numbers(length: number): Uint32Array {
    return this.#arena.numbers.take(length);
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
      const created = (owned = new Map<K, S>());
      this.#owned.set(owner, created);
      owner.onRelease(() => {
        for (const columns of created.values()) this.#clear(columns);
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
