/** Intervals against their definitions, and how often they hold what they are about. */
import { describe, expect, test } from "vitest";
import {
  CONFIDENCE,
  countInterval,
  differenceInterval,
  dispersionOf,
  medianInterval,
  MIN_VALUES_FOR_INTERVAL,
  shareInterval,
} from "../../../server/engines/insights/intervals.ts";

/** The quantile of the normal distribution, from tables. */
const Z = 2.5758;

/** Numbers that look random and are the same in every run (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const sortedOf = (values: readonly number[]): Float64Array => Float64Array.from(values).sort();

/** How many of n tosses of a coin are heads at most `most` times, of 2ⁿ outcomes, without rounding. */
function outcomesUpTo(n: number, most: number): bigint {
  let ways = 1n;
  let sum = 1n;
  for (let heads = 1; heads <= most; heads += 1) {
    ways = (ways * BigInt(n - heads + 1)) / BigInt(heads);
    sum += ways;
  }
  return sum;
}

describe("the interval of a median", () => {
  test("needs eight values", () => {
    expect(MIN_VALUES_FOR_INTERVAL).toBe(8);
    expect(medianInterval(sortedOf([1, 2, 3, 4, 5, 6, 7]))).toBeNull();
    expect(medianInterval(sortedOf([1, 2, 3, 4, 5, 6, 7, 8]))).toEqual({ low: 1, high: 8 });
  });

  test.each([8, 9, 15, 40, 101, 1000, 5000])("of %i values has the ranks of the exact binomial distribution", (n) => {
    const found = medianInterval(Float64Array.from({ length: n }, (_, i) => i + 1));
    const rank = found?.low ?? 0;
    expect(found?.high).toBe(n + 1 - rank);
    // Both tails: 200 · outcomes ≤ 2ⁿ for this rank, and no longer for the next one.
    expect(200n * outcomesUpTo(n, rank - 1) <= 2n ** BigInt(n)).toBe(true);
    expect(200n * outcomesUpTo(n, rank) > 2n ** BigInt(n)).toBe(true);
  });
});

test.each([
  [0, 8],
  [3, 10],
  [50, 120],
  [12, 12],
])("the ends of the interval of %i of %i are the shares that the score test no longer rejects", (hits, n) => {
  const { low, high } = shareInterval(hits, n);
  for (const end of [low, high]) {
    if (end === 0 || end === 1) continue;
    expect(Math.abs(hits / n - end) / Math.sqrt((end * (1 - end)) / n)).toBeCloseTo(Z, 3);
  }
  expect(low).toBeLessThanOrEqual(hits / n);
  expect(high).toBeGreaterThanOrEqual(hits / n);
});

test.each([
  [10, 1],
  [300, 1],
  [300, 4],
])("the ends of the interval of a count of %i with dispersion %i fulfil its score equation", (count, dispersion) => {
  const { low, high } = countInterval(count, dispersion);
  for (const end of [low, high]) expect(Math.abs(count - end) / Math.sqrt(dispersion * end)).toBeCloseTo(Z, 3);
});

test("dispersion is 1 for even counts, and grows with bursts", () => {
  expect(dispersionOf([[4, 4, 4], []])).toBe(1);
  // Mean 5: (25 + 25 + 25 + 25) / 5 over three degrees of freedom.
  expect(dispersionOf([[0, 10, 0, 10]])).toBeCloseTo(100 / 5 / 3);
  expect(dispersionOf([[], []])).toBe(1);
});

describe("of two samples of the same distribution, a difference is reported at most as often as promised", () => {
  const RUNS = 3000;
  const contains = ({ low, high }: { low: number; high: number }, value: number): boolean =>
    low <= value && value <= high;

  test("medians of a skewed distribution", () => {
    const random = randomFrom(1);
    const sample = (n: number) => {
      const values = sortedOf(Array.from({ length: n }, () => Math.exp(4 * random())));
      const interval = medianInterval(values);
      if (!interval) throw new Error("too few values");
      const middle = (n - 1) / 2;
      return { value: ((values[Math.floor(middle)] ?? 0) + (values[Math.ceil(middle)] ?? 0)) / 2, ...interval };
    };
    let missed = 0;
    for (let run = 0; run < RUNS; run += 1) if (!contains(differenceInterval(sample(12), sample(31)), 0)) missed += 1;
    expect(missed / RUNS).toBeLessThan(1 - CONFIDENCE);
  });

  test("shares", () => {
    const random = randomFrom(2);
    const sample = (n: number) => {
      const hits = Array.from({ length: n }, () => random() < 0.3).filter(Boolean).length;
      return { value: hits / n, ...shareInterval(hits, n) };
    };
    let missed = 0;
    for (let run = 0; run < RUNS; run += 1) if (!contains(differenceInterval(sample(25), sample(60)), 0)) missed += 1;
    // Three standard errors of the simulation itself above 1 %.
    expect(missed / RUNS).toBeLessThan(0.016);
  });

  test("weekly counts that come in bursts of five", () => {
    const random = randomFrom(3);
    const weeks = () =>
      Array.from({ length: 14 }, () => 5 * Array.from({ length: 12 }, () => random() < 0.25).filter(Boolean).length);
    const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);
    let missed = 0;
    let missedAsPoisson = 0;
    for (let run = 0; run < RUNS; run += 1) {
      const [after, before] = [weeks(), weeks()];
      const intervalWith = (dispersion: number) => {
        const [one, two] = [after, before].map((counts) => ({
          value: sum(counts),
          ...countInterval(sum(counts), dispersion),
        }));
        return one && two ? differenceInterval(one, two) : { low: 0, high: 0 };
      };
      if (!contains(intervalWith(dispersionOf([after, before])), 0)) missed += 1;
      if (!contains(intervalWith(1), 0)) missedAsPoisson += 1;
    }
    // The dispersion is itself estimated, from 26 degrees of freedom: the t distribution gives 1.6 % for this quantile.
    expect(missed / RUNS).toBeLessThan(0.022);
    expect(missedAsPoisson / RUNS).toBeGreaterThan(0.1);
  });
});
