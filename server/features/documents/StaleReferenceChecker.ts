import { type ProjectStaleReferences, findStaleReferences } from "../../engines/documents/staleReferences.ts";
import { DeletedSymbolStore } from "../../engines/documents/DeletedSymbolStore.ts";
import type { OpenMirror } from "../../git/MirrorReads.ts";
import type { OpenedIndex } from "../../index/OpenedIndex.ts";

export interface StaleReferenceCheckerOptions {
  readonly openMirror: OpenMirror;
  /** Where results are kept, below the mirrors of this process. */
  readonly mirrorFolder: (sourceId: string) => string;
  readonly onError: (error: unknown) => void;
}

export interface StaleReferenceState {
  /** Of this index, or of the previous one while this one is checked; null before the first check. */
  readonly references: ProjectStaleReferences | null;
  readonly isChecking: boolean;
}

/**
 * Finds the stale references of a project's pages in the background, once per state of the index, started by the first request. One project
 * at a time; results from the history are stored next to the mirror, or in memory where another process has it, so that the next run reads only
 * new commits.
 */
export class StaleReferenceChecker {
  readonly #options: StaleReferenceCheckerOptions;
  readonly #store: DeletedSymbolStore;
  readonly #last = new Map<string, { index: WeakRef<OpenedIndex>; references: ProjectStaleReferences }>();
  readonly #running = new Map<string, Promise<void>>();
  readonly #failed = new WeakSet<OpenedIndex>();
  readonly #stopping = new AbortController();
  #turn: Promise<void> = Promise.resolve();

  constructor(options: StaleReferenceCheckerOptions) {
    this.#options = options;
    this.#store = new DeletedSymbolStore(options);
  }

  of(projectId: string, index: OpenedIndex): StaleReferenceState {
    const last = this.#last.get(projectId);
    if (last && last.index.deref() === index) return { references: last.references, isChecking: false };
    // A failed check is not repeated for the same index: it would fail again at every request.
    if (this.#failed.has(index)) return { references: last?.references ?? null, isChecking: false };
    if (!this.#running.has(projectId) && !this.#stopping.signal.aborted) this.#begin(projectId, index);
    return { references: last?.references ?? null, isChecking: true };
  }

  /** Waits for the running checks. */
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
        const references = await findStaleReferences(index, this.#store, this.#stopping.signal);
        this.#last.set(projectId, { index: new WeakRef(index), references });
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
