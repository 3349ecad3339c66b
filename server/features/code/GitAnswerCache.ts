import { LRUCache } from "lru-cache";
import type { Blame } from "../../git/readBlame.ts";
import type { FileHistory } from "../../git/readFileHistory.ts";

const CACHE_BYTES = 48 << 20;

/**
 * Caches what git answered about a file at a commit, which never changes. Not kept: what `read` throws, a history that a limit of time cut,
 * and a blame that any limit cut.
 */
export class GitAnswerCache {
  // Bytes are an estimate of what a value keeps in memory.
  readonly #cache = new LRUCache<string, Blame | FileHistory>({
    maxSize: CACHE_BYTES,
    sizeCalculation: (value) =>
      "ranges" in value
        ? 200 + value.ranges.length * 80 + value.commits.length * 500
        : 200 + value.changes.reduce((sum, { patch }) => sum + 500 + patch.length * 120, 0),
  });

  has(key: readonly unknown[]): boolean {
    return this.#cache.has(JSON.stringify(key));
  }

  async read<T extends Blame | FileHistory>(key: readonly unknown[], read: () => Promise<T>): Promise<T> {
    const name = JSON.stringify(key);
    const known = this.#cache.get(name);
    if (known) return known as T;
    const value = await read();
    if ("ranges" in value ? !value.isCut : !value.isTimedOut) this.#cache.set(name, value);
    return value;
  }
}
