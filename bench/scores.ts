const DEPTHS = [1, 3, 5, 10] as const;

/** Counts how well ranked lists hold the right answers. */
export class Scores {
  #cases = 0;
  readonly #allWithin = new Map<number, number>(DEPTHS.map((depth) => [depth, 0]));
  readonly #anyWithin = new Map<number, number>(DEPTHS.map((depth) => [depth, 0]));
  #reciprocal = 0;
  readonly #milliseconds: number[] = [];

  add(ranked: readonly string[], right: readonly string[], milliseconds: number): void {
    this.#cases++;
    this.#milliseconds.push(milliseconds);
    const ranks = right.map((path) => ranked.indexOf(path)).map((rank) => (rank < 0 ? Infinity : rank + 1));
    const first = Math.min(...ranks);
    const last = Math.max(...ranks);
    this.#reciprocal += 1 / first;
    for (const depth of DEPTHS) {
      if (last <= depth) this.#allWithin.set(depth, (this.#allWithin.get(depth) ?? 0) + 1);
      if (first <= depth) this.#anyWithin.set(depth, (this.#anyWithin.get(depth) ?? 0) + 1);
    }
  }

  /** Acc@k: all right files are in the first k. hit@k: any of them is. In per cent; MRR of the first right one; times in ms. */
  line(): string {
    const percent = (counts: ReadonlyMap<number, number>): string =>
      DEPTHS.map((depth) =>
        String(Math.round((100 * (counts.get(depth) ?? 0)) / Math.max(1, this.#cases))).padStart(3),
      ).join("/");
    const times = this.#milliseconds.toSorted((a, b) => a - b);
    const at = (share: number): string => (times[Math.floor(times.length * share)] ?? 0).toFixed(1);
    return (
      `n=${String(this.#cases).padStart(4)}  Acc@1/3/5/10 ${percent(this.#allWithin)}  hit ${percent(this.#anyWithin)}  ` +
      `MRR ${(this.#reciprocal / Math.max(1, this.#cases)).toFixed(3)}  ms p50 ${at(0.5)} p95 ${at(0.95)}`
    );
  }
}
