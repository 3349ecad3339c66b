/** Whether one order of the same answers is better than another, on the same cases. */
import type { OrderComparison, OrderFigures } from "../../../contract/issues/modelOrder.ts";
import { createRandom } from "../ranking/createRandom.ts";

/** Ranks of the first right answer, from 1; null where it is not among the answers. */
export interface RankPair {
  readonly ours: number | null;
  readonly model: number | null;
}

/** Resamples of the bootstrap; more move the ends of the interval by less than a hundredth. */
const RESAMPLES = 2000;
const SEED = 20;
/** Quantiles at the ends of the 95 % interval. */
const ENDS = { low: 0.025, high: 0.975 } as const;

/** Cases from which an interval is believed: with fewer, one lucky case decides. */
export const LEAST_CASES = 20;

/** The figures of both orders, and the percentile interval of a paired bootstrap over cases (Efron and Tibshirani 1993). The same for the same pairs. */
export function compareOrders(pairs: readonly RankPair[]): OrderComparison {
  const differences = pairs.map(({ ours, model }) => reciprocal(model) - reciprocal(ours));
  return {
    cases: pairs.length,
    ours: figuresOf(pairs.map(({ ours }) => ours)),
    model: figuresOf(pairs.map(({ model }) => model)),
    difference: { mean: meanOf(differences), ...intervalOf(differences) },
  };
}

/** Whether the model's order of files is better than Clew's beyond chance. */
export const isBetter = ({ cases, difference }: OrderComparison): boolean => cases >= LEAST_CASES && difference.low > 0;

const reciprocal = (rank: number | null): number => (rank === null ? 0 : 1 / rank);

const meanOf = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);

function figuresOf(ranks: readonly (number | null)[]): OrderFigures {
  const within = (depth: number): number => meanOf(ranks.map((rank) => (rank !== null && rank <= depth ? 1 : 0)));
  return {
    hit_1: within(1),
    hit_3: within(3),
    hit_5: within(5),
    hit_10: within(10),
    mrr: meanOf(ranks.map(reciprocal)),
  };
}

function intervalOf(differences: readonly number[]): { low: number; high: number } {
  if (differences.length === 0) return { low: 0, high: 0 };
  const random = createRandom(SEED);
  const means = Array.from({ length: RESAMPLES }, () =>
    meanOf(differences.map(() => differences[Math.floor(random() * differences.length)] ?? 0)),
  ).sort((a, b) => a - b);
  return { low: means[Math.floor(ENDS.low * RESAMPLES)] ?? 0, high: means[Math.floor(ENDS.high * RESAMPLES)] ?? 0 };
}
