import { LRUCache } from "lru-cache";
import { MINUTE_MS } from "../../../contract/durations.ts";

/** An index that could not be opened, or was closed again for want of memory, is not tried again within this time, at each key press. */
const RETRY_AFTER_MS = MINUTE_MS;
const MAX_TRIED = 1000;

/** Opens indexes that a key press did not find open, so that the next one has their names. Most are open already: see `IndexWarmer`. */
export class IndexOpener {
  readonly #opening = new Set<string>();
  readonly #tried = new LRUCache<string, true>({ max: MAX_TRIED, ttl: RETRY_AFTER_MS });

  /**
   * Begins to open the index of a project, unless that is under way or was tried a short time ago.
   * @returns whether it is being opened
   */
  open(projectId: string, work: () => Promise<unknown>, onError: (error: unknown) => void): boolean {
    if (this.#opening.has(projectId)) return true;
    if (this.#tried.has(projectId)) return false;
    this.#tried.set(projectId, true);
    this.#opening.add(projectId);
    void work()
      .catch(onError)
      .finally(() => this.#opening.delete(projectId));
    return true;
  }
}
