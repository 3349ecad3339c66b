import { LRUCache } from "lru-cache";
import type { Db } from "../../../db/openDb.ts";
import type { OpenedIndex } from "../../../index/OpenedIndex.ts";
import { projectState } from "../../../project/projectState.ts";
import type { Facts } from "../../../engines/insights/facts.ts";
import type { LoadedFacts } from "../../../engines/insights/factColumns.ts";
import { loadFacts } from "./loadFacts.ts";
import { weightOf } from "./projectRows.ts";

interface CachedFacts {
  readonly stamp: string;
  readonly loaded: Promise<LoadedFacts>;
  /** Milliseconds since 1970 at which the reading began. */
  readonly readAt: number;
  /** Bytes; 0 until it has been read. */
  weight: number;
}

/** Bytes of all projects' rows together. One of 100,000 issues and 60,000 commits takes some 60 MB. */
const MAX_BYTES = 300 * 2 ** 20;
/** Milliseconds until what changes bit by bit in the background (counted lines, types of issues) is read again. */
const BACKGROUND_CHECK_MS = 20_000;

/** Caches the facts of recently requested projects, and reads new rows when a project has changed. */
export class FactsCache {
  readonly #db: Db;
  readonly #now: () => number;
  readonly #cached: LRUCache<string, CachedFacts>;

  constructor(db: Db, { mostBytes = MAX_BYTES, now = Date.now } = {}) {
    this.#db = db;
    // The size is capped, so that the project requested last stays, however large it is.
    this.#cached = new LRUCache({
      maxSize: mostBytes,
      sizeCalculation: ({ weight }) => Math.max(1, Math.min(weight, mostBytes)),
    });
    this.#now = now;
  }

  /** @param known the stamp of the project, where its state has just been read */
  async of(
    project: { readonly id: string; readonly slug: string },
    index: OpenedIndex,
    currentStamp?: string,
  ): Promise<Facts> {
    const stamp = currentStamp ?? (await projectState(this.#db, project.id)).stamp;
    const cachedFacts = this.#cached.get(project.id);
    const isCurrent = cachedFacts?.stamp === stamp;
    const isDue = cachedFacts !== undefined && this.#now() - cachedFacts.readAt > BACKGROUND_CHECK_MS;
    const entry = isCurrent && !isDue ? cachedFacts : this.#read(project, index, stamp, cachedFacts);
    if (entry !== cachedFacts) this.#cached.set(project.id, entry);
    // Stale-while-revalidate: when only time has passed, the cached facts are returned while new ones are read.
    const { facts } = await (isCurrent ? cachedFacts : entry).loaded;
    return facts;
  }

  /** Ids of the projects that are in memory, the most recently requested one last. */
  get projects(): readonly string[] {
    return [...this.#cached.rkeys()];
  }

  #read(
    project: { id: string; slug: string },
    index: OpenedIndex,
    stamp: string,
    before: CachedFacts | undefined,
  ): CachedFacts {
    // After a failed read the next one starts from scratch.
    const old = before?.loaded.catch(() => null) ?? Promise.resolve(null);
    const cachedFacts: CachedFacts = {
      stamp,
      readAt: this.#now(),
      weight: before?.weight ?? 0,
      loaded: old.then((rows) => loadFacts({ db: this.#db, project, index }, rows)),
    };
    cachedFacts.loaded.then(
      ({ rows }) => {
        cachedFacts.weight = weightOf(rows);
        if (this.#cached.peek(project.id) !== cachedFacts) return;
        // Setting the same value again would not measure its size again.
        this.#cached.delete(project.id);
        this.#cached.set(project.id, cachedFacts);
      },
      () => {
        // The next call reads again what could not be read.
        if (this.#cached.peek(project.id) === cachedFacts) this.#cached.delete(project.id);
      },
    );
    return cachedFacts;
  }
}
