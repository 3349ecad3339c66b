import { type ProjectStaleReferences, findStaleReferences } from "../../engines/documents/staleReferences.ts";
import { DeletedSymbolStore } from "../../engines/documents/DeletedSymbolStore.ts";
import type { OpenedIndex } from "../../index/indexCache.ts";

export interface StaleReferenceCheckerOptions {
  readonly mirrorFolder: (sourceId: string) => string;
  readonly onError: (error: unknown) => void;
}

export interface StaleReferenceState {
  /** Of this index, or while that is being worked out of the one before; null before the first. */
  readonly drift: ProjectStaleReferences | null;
  readonly isChecking: boolean;
}

/**
 * Computes the drift of a project's pages (names that no longer exist in the code) in the background, once per state of the index, started by
 * the first request. One project at a time; results from the history are stored next to the mirror, so that the next run reads only new
 * commits.
 */
export class StaleReferenceChecker {
  readonly #options: StaleReferenceCheckerOptions;
  readonly #store: DeletedSymbolStore;
  readonly #last = new Map<string, { index: WeakRef<OpenedIndex>; drift: ProjectStaleReferences }>();
  readonly #running = new Map<string, Promise<void>>();
  readonly #failed = new WeakSet<OpenedIndex>();
  readonly #stopping = new AbortController();
  #turn: Promise<void> = Promise.resolve();

  constructor(options: StaleReferenceCheckerOptions) {
    this.#options = options;
    this.#store = new DeletedSymbolStore(options.mirrorFolder);
  }

  of(projectId: string, index: OpenedIndex): StaleReferenceState {
    const last = this.#last.get(projectId);
    if (last && last.index.deref() === index) return { drift: last.drift, isChecking: false };
    // One that failed is not tried again for the same index: it would fail again at each look.
    if (this.#failed.has(index)) return { drift: last?.drift ?? null, isChecking: false };
    if (!this.#running.has(projectId) && !this.#stopping.signal.aborted) this.#begin(projectId, index);
    return { drift: last?.drift ?? null, isChecking: true };
  }

  /** Waits for what is under way; for tests and for stopping. */
  async drain(): Promise<void> {
    await Promise.allSettled(this.#running.values());
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.drain();
  }

  #begin(projectId: string, index: OpenedIndex): void {
    const work = this.#turn.then(async () => {
      try {
        const drift = await findStaleReferences(index, this.#store, this.#stopping.signal);
        this.#last.set(projectId, { index: new WeakRef(index), drift });
      } catch (error) {
        this.#failed.add(index);
        if (!this.#stopping.signal.aborted) this.#options.onError(error);
      } finally {
        this.#running.delete(projectId);
      }
    });
    this.#turn = work;
    this.#running.set(projectId, work);
  }
}
