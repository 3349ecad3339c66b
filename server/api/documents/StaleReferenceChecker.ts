import { readFile, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { type ProjectStaleReferences, findStaleReferences } from "../../engines/documents/staleReferences.ts";
import type { DeletedSymbolFacts } from "../../engines/documents/deletedSymbols.ts";
import type { OpenedIndex } from "../../index/indexCache.ts";

/** Inside the mirror, so that it goes with it. Raise the number when what is kept or how it is found changes. */
const FACTS_FILE = "clew-removals-1.json";
const Facts = z.object({
  head: z.string(),
  since: z.number().nullable(),
  names: z.record(
    z.string(),
    z
      .object({
        hash: z.string(),
        author: z.string(),
        title: z.string(),
        at: z.number(),
        path: z.string(),
        now: z.string().nullable(),
      })
      .nullable(),
  ),
});

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
  readonly #last = new Map<string, { index: WeakRef<OpenedIndex>; drift: ProjectStaleReferences }>();
  readonly #running = new Map<string, Promise<void>>();
  readonly #failed = new WeakSet<OpenedIndex>();
  readonly #stopping = new AbortController();
  #turn: Promise<void> = Promise.resolve();

  constructor(options: StaleReferenceCheckerOptions) {
    this.#options = options;
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
        const drift = await findStaleReferences(index, {
          gitDirOf: (source) => this.#gitDirOf(source),
          factsOf: (source) => this.#readFacts(source),
          keepFacts: (source, facts) => this.#writeFacts(source, facts),
          signal: this.#stopping.signal,
        });
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

  async #gitDirOf(source: string): Promise<string | null> {
    const folder = this.#options.mirrorFolder(source);
    return stat(folder).then(
      () => folder,
      () => null,
    );
  }

  async #readFacts(source: string): Promise<DeletedSymbolFacts | null> {
    try {
      return Facts.parse(JSON.parse(await readFile(join(this.#options.mirrorFolder(source), FACTS_FILE), "utf8")));
    } catch {
      return null; // none yet, or not ours: found again
    }
  }

  async #writeFacts(source: string, facts: DeletedSymbolFacts): Promise<void> {
    const file = join(this.#options.mirrorFolder(source), FACTS_FILE);
    await writeFile(`${file}.part`, JSON.stringify(facts));
    await rename(`${file}.part`, file);
  }
}
