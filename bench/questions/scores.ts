import { createRandom } from "../../server/engines/ranking/createRandom.ts";
const DEPTHS = [1, 3, 5, 10] as const;

/** Ranks of the correct answers of one question in the list, 1 for the first; Infinity if not in it. */
export interface Outcome {
  readonly first: number;
  readonly last: number;
}

/** Evaluates ranked lists against the correct answers. */
export class Scores {
  readonly #outcomes: Outcome[] = [];
  readonly #milliseconds: number[] = [];

  add(ranked: readonly string[], right: readonly string[], milliseconds: number): void {
    const ranks = right.map((path) => ranked.indexOf(path)).map((rank) => (rank < 0 ? Infinity : rank + 1));
    this.#outcomes.push({ first: Math.min(...ranks), last: Math.max(...ranks) });
    this.#milliseconds.push(milliseconds);
  }

  /** Scores of questions whose ranks are known; they have no times. */
  static of(outcomes: readonly Outcome[]): Scores {
    const scores = new Scores();
    scores.#outcomes.push(...outcomes);
    return scores;
  }

  get cases(): number {
    return this.#outcomes.length;
  }

  get outcomes(): readonly Outcome[] {
    return this.#outcomes;
  }

  /** The measures in per cent, each with the 95 % interval of a bootstrap over the questions. */
  intervals(): string {
    return Object.entries(MEASURES)
      .map(([name, measure]) => {
        const shares = this.#outcomes.map((outcome) => 100 * measure(outcome));
        const [low, high] = interval(shares);
        return `${name} ${(100 * this.#mean(measure)).toFixed(1)} [${low.toFixed(1)}, ${high.toFixed(1)}]`;
      })
      .join("  ");
  }

  /** Acc@k: all right files are in the first k. hit@k: any of them is. In per cent; MRR of the first right one; times in ms. */
  line(): string {
    const percent = (which: "first" | "last"): string =>
      DEPTHS.map((depth) =>
        String(Math.round(100 * this.#mean((outcome) => Number(outcome[which] <= depth)))).padStart(3),
      ).join("/");
    const times = this.#milliseconds.toSorted((a, b) => a - b);
    const at = (share: number): string => (times[Math.floor(times.length * share)] ?? 0).toFixed(1);
    return (
      `n=${String(this.cases).padStart(4)}  Acc@1/3/5/10 ${percent("last")}  hit ${percent("first")}  ` +
      `MRR ${this.#mean(({ first }) => 1 / first).toFixed(3)}  ms p50 ${at(0.5)} p95 ${at(0.95)}`
    );
  }

  /**
   * The improvement over another list on the same questions in the same order, in percentage points, with the 95 % interval of a paired
   * bootstrap (the samples are the same in every run).
   */
  compareTo(other: Scores): string {
    return Object.entries(MEASURES)
      .map(([name, measure]) => {
        const gains = this.#outcomes.map(
          (outcome, at) => 100 * (measure(outcome) - measure(other.#outcomes[at] ?? outcome)),
        );
        const [low, high] = interval(gains);
        const mean = gains.reduce((sum, gain) => sum + gain, 0) / Math.max(1, gains.length);
        return `${name} ${signed(mean)} [${signed(low)}, ${signed(high)}]`;
      })
      .join("  ");
  }

  #mean(value: (outcome: Outcome) => number): number {
    return this.#outcomes.reduce((sum, outcome) => sum + value(outcome), 0) / Math.max(1, this.cases);
  }
}

const MEASURES: Readonly<Record<string, (outcome: Outcome) => number>> = {
  "Acc@1": ({ last }) => Number(last <= 1),
  "Acc@5": ({ last }) => Number(last <= 5),
  "Acc@10": ({ last }) => Number(last <= 10),
  "hit@1": ({ first }) => Number(first <= 1),
  MRR: ({ first }) => 1 / first,
};

const DRAWS = 5000;
const signed = (value: number): string => `${value < 0 ? "" : "+"}${value.toFixed(1)}`;

function interval(gains: readonly number[]): [number, number] {
  const random = createRandom(1);
  const means = Array.from({ length: DRAWS }, () => {
    let sum = 0;
    for (let at = 0; at < gains.length; at++) sum += gains[Math.floor(random() * gains.length)] ?? 0;
    return sum / Math.max(1, gains.length);
  }).sort((a, b) => a - b);
  return [means[Math.floor(DRAWS * 0.025)] ?? 0, means[Math.floor(DRAWS * 0.975)] ?? 0];
}
