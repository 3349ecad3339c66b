import type { FileFigures, PeopleFigures } from "../../../contract/issues/backtest.ts";

/** Counts how well ranked lists hold the right answers. */
export class FileCounter {
  #cases = 0;
  #reciprocal = 0;
  readonly #within = { acc_1: 0, acc_3: 0, acc_5: 0, acc_10: 0 };

  /** @returns the position of the first right file, from 1, or null when it is not in the list */
  add(ranked: readonly string[], right: readonly string[]): number | null {
    this.#cases++;
    const ranks = right.map((path) => ranked.indexOf(path)).map((rank) => (rank < 0 ? Infinity : rank + 1));
    const first = Math.min(...ranks);
    const last = Math.max(...ranks);
    this.#reciprocal += 1 / first;
    if (last <= 1) this.#within.acc_1++;
    if (last <= 3) this.#within.acc_3++;
    if (last <= 5) this.#within.acc_5++;
    if (last <= 10) this.#within.acc_10++;
    return Number.isFinite(first) ? first : null;
  }

  figures(): FileFigures {
    const total = Math.max(1, this.#cases);
    const { acc_1, acc_3, acc_5, acc_10 } = this.#within;
    return {
      acc_1: acc_1 / total,
      acc_3: acc_3 / total,
      acc_5: acc_5 / total,
      acc_10: acc_10 / total,
      mrr: this.#reciprocal / total,
    };
  }
}

/** Hit rates at 1, 3 and 5: in how many rankings of people the right one is among the first. */
export class PeopleCounter {
  cases = 0;
  readonly #hits = { hit_1: 0, hit_3: 0, hit_5: 0 };

  add(ranked: readonly number[], right: number): void {
    this.cases++;
    const rank = ranked.indexOf(right);
    if (rank < 0) return;
    if (rank < 1) this.#hits.hit_1++;
    if (rank < 3) this.#hits.hit_3++;
    if (rank < 5) this.#hits.hit_5++;
  }

  figures(): PeopleFigures {
    const total = Math.max(1, this.cases);
    return { hit_1: this.#hits.hit_1 / total, hit_3: this.#hits.hit_3 / total, hit_5: this.#hits.hit_5 / total };
  }
}
