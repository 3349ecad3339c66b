/** The best scores of a search over many projects so far: what is below them need not be scored. */

/** By how many words documents have at least, then by collection: the score that a result must reach. As plain data. */
export type SharedThresholds = ReadonlyMap<number, ReadonlyMap<string, number>>;

/** The scores that count of one project. */
export interface ScoresOfProject {
  readonly minimumShouldMatch: number;
  /** In descending order, by collection. */
  readonly scores: ReadonlyMap<string, Float64Array>;
}

export class CompanyScores {
  readonly #limit: number;
  readonly #shared: SharedThresholds;
  /** By level and collection, in descending order. */
  readonly #best = new Map<number, Map<string, number[]>>();
  #minimum = 0;

  /** @param thresholds those that are known from other projects */
  constructor(limit: number, thresholds: SharedThresholds = new Map()) {
    this.#limit = limit;
    this.#shared = thresholds;
    this.#minimum = Math.max(0, ...thresholds.keys());
  }

  add({ minimumShouldMatch, scores }: ScoresOfProject): void {
    this.#minimum = Math.max(this.#minimum, minimumShouldMatch);
    const level = this.#best.get(minimumShouldMatch) ?? new Map<string, number[]>();
    this.#best.set(minimumShouldMatch, level);
    for (const [name, list] of scores) {
      if (list.length === 0) continue;
      const merged = [...(level.get(name) ?? []), ...list].sort((a, b) => b - a);
      merged.length = Math.min(merged.length, this.#limit);
      level.set(name, merged);
    }
  }

  /** The most words that documents of a project have at least. */
  get minimum(): number {
    return this.#minimum;
  }

  /** The best scores of each collection where documents have at least this many words, in descending order. */
  scoresAt(minimumShouldMatch: number): ReadonlyMap<string, readonly number[]> {
    return this.#best.get(minimumShouldMatch) ?? new Map<string, number[]>();
  }

  /**
   * The score that a result of each collection must reach where documents have at least this many words; null where documents with more words
   * are known, since fewer do not count then.
   */
  thresholdsAt(minimumShouldMatch: number): ReadonlyMap<string, number> | null {
    if (minimumShouldMatch < this.#minimum) return null;
    const thresholds = new Map(this.#shared.get(minimumShouldMatch));
    for (const [name, list] of this.#best.get(minimumShouldMatch) ?? [])
      if (list.length >= this.#limit) thresholds.set(name, Math.max(thresholds.get(name) ?? 0, list.at(-1) ?? 0));
    return thresholds;
  }

  /** What the search of the next projects is to know. */
  get thresholds(): SharedThresholds {
    return new Map([[this.#minimum, this.thresholdsAt(this.#minimum) ?? new Map<string, number>()]]);
  }
}
