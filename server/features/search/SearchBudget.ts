import { TooMany } from "../../errors.ts";
import type { ReadableProject } from "./readableProjects.ts";

/** Projects that are searched at the same time for one question. */
const CONCURRENCY = 2;

/** Searches project after project for one question until its time is up, and keeps the results of each. */
export class SearchBudget<Found> {
  readonly results = new Map<ReadableProject, Found>();
  readonly startedAt = performance.now();
  readonly #budgetMs: number;
  readonly #signal: AbortSignal;
  #refused = false;

  /** @param budgetMs time after which no further project is begun */
  constructor(budgetMs: number, signal: AbortSignal) {
    this.#budgetMs = budgetMs;
    this.#signal = signal;
  }

  /**
   * Searches these projects, a few at a time. A caller whose processor time runs out gets the results until then.
   * @param search null: this project is not searched
   * @throws TooMany when the caller's processor time runs out before there are results
   */
  async each(
    projects: readonly ReadableProject[],
    search: (project: ReadableProject) => Promise<Found | null>,
  ): Promise<void> {
    const waiting = [...projects];
    const searchNext = async (): Promise<void> => {
      for (let project = waiting.shift(); project !== undefined && !this.#isOver(); project = waiting.shift()) {
        this.#signal.throwIfAborted();
        const hits = await search(project);
        if (hits !== null) this.results.set(project, hits);
      }
    };
    try {
      await Promise.all(Array.from({ length: CONCURRENCY }, searchNext));
    } catch (error) {
      if (!(error instanceof TooMany) || this.results.size === 0) throw error;
      this.#refused = true;
    }
  }

  #isOver(): boolean {
    return this.#refused || performance.now() - this.startedAt > this.#budgetMs;
  }
}
