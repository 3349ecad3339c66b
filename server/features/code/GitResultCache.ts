import { LRUCache } from "lru-cache";
import type { Blame } from "../../git/readBlame.ts";
import type { FileHistory } from "../../git/readFileHistory.ts";

const CACHE_BYTES = 48 << 20;

/**
 * Caches what git answered about a file at a commit, which never changes. Not kept: what `read` throws, a history that a limit of time cut,
 * and a blame that any limit cut.
 */
export class GitResultCache {
  // Bytes are an estimate of what a value keeps in memory.
  readonly #cache = new LRUCache<string, Blame | FileHistory>({
    maxSize: CACHE_BYTES,
    sizeCalculation: (value) =>
      "ranges" in value
        ? 200 + value.ranges.length * 80 + value.commits.length * 500
        : 200 + value.changes.reduce((sum, { patch }) => sum + 500 + patch.length * 120, 0),
  });

  /** A text is a reason why there is no answer; it is not kept. */
  async read<T extends Blame | FileHistory | string>(key: readonly unknown[], read: () => Promise<T>): Promise<T> {
    const name = JSON.stringify(key);
    const cached = this.#cache.get(name);
    if (cached) return cached as T;
    const value = await read();
    const answer: Blame | FileHistory | string = value;
    if (typeof answer !== "string" && ("ranges" in answer ? !answer.isCut : !answer.isTimedOut))
      this.#cache.set(name, answer);
    return value;
  }
}
