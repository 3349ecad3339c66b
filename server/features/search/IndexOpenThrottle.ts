import { LRUCache } from "lru-cache";
import { MINUTE_MS } from "../../../contract/durations.ts";

/** An index that could not be opened, or was closed again for want of memory, is not tried again within this time, at each key press. */
const RETRY_AFTER_MS = MINUTE_MS;
const MAX_ATTEMPTS = 1000;

/**
 * Opens an index on demand, at the key press that did not find it open, so that the next one has its names. At most one attempt a minute per
 * project. `IndexWarmer` opens most indexes before the first key press.
 */
export class IndexOpenThrottle {
  readonly #opening = new Set<string>();
  readonly #attempts = new LRUCache<string, true>({ max: MAX_ATTEMPTS, ttl: RETRY_AFTER_MS });

  /**
   * Begins to open the index of a project, unless that is under way or was tried a short time ago.
   * @returns whether it is being opened
   */
  tryOpen(projectId: string, open: () => Promise<unknown>, onError: (error: unknown) => void): boolean {
    if (this.#opening.has(projectId)) return true;
    if (this.#attempts.has(projectId)) return false;
    this.#attempts.set(projectId, true);
    this.#opening.add(projectId);
    void open()
      .catch(onError)
      .finally(() => this.#opening.delete(projectId));
    return true;
  }
}
