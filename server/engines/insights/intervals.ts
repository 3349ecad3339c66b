/**
 * Confidence intervals for what Insights compares: medians, shares and counts, and the difference of two of them. All are at 99 %: a page
 * compares twelve metrics, and at 95 % every second page would report a change that is none.
 */

export interface Interval {
  readonly low: number;
  readonly high: number;
}
export interface Estimate extends Interval {
  readonly value: number;
}

/** Two-sided. */
export const CONFIDENCE = 0.99;
/** The quantile of the normal distribution that belongs to it. */
const Z_SCORE = 2.5758293035489004;
/** Two-sided, the smallest number of values whose smallest and largest enclose the median with this confidence: 2 · 0.5⁸ < 0.01. */
export const MIN_VALUES_FOR_INTERVAL = 8;

/**
 * Two of the values themselves, chosen so that the binomial distribution gives the confidence, whatever the distribution of the values
 * (H. David and H. Nagaraja, "Order Statistics", 2003, section 7.1). Null for fewer values than that takes.
 * @param sorted ascending
 */
export function medianInterval(sorted: Float64Array): Interval | null {
  const n = sorted.length;
  if (n < MIN_VALUES_FOR_INTERVAL) return null;
  // In logarithms: 0.5 to the power of some thousand is 0 as a number.
  let logTerm = -n * Math.LN2;
  let tail = Math.exp(logTerm);
  let rank = 0;
  while (tail <= (1 - CONFIDENCE) / 2) {
    rank += 1;
    logTerm += Math.log((n - rank + 1) / rank);
    tail += Math.exp(logTerm);
  }
  return { low: sorted[rank - 1] ?? Number.NaN, high: sorted[n - rank] ?? Number.NaN };
}

/** The interval of a share (E. Wilson, "Probable inference, the law of succession, and statistical inference", 1927). */
export function shareInterval(hits: number, n: number): Interval {
  const middle = (hits + Z_SCORE ** 2 / 2) / (n + Z_SCORE ** 2);
  const half = (Z_SCORE / (n + Z_SCORE ** 2)) * Math.sqrt((hits * (n - hits)) / n + Z_SCORE ** 2 / 4);
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

/**
 * The interval of a Poisson count by its score, as Wilson's for a share (L. Barker, "A comparison of nine confidence intervals for a Poisson
 * parameter", 2002), widened by the dispersion.
 */
export function countInterval(count: number, dispersion: number): Interval {
  const scaled = count / dispersion;
  const half = Z_SCORE * Math.sqrt(scaled + Z_SCORE ** 2 / 4);
  return {
    low: Math.max(0, scaled + Z_SCORE ** 2 / 2 - half) * dispersion,
    high: (scaled + Z_SCORE ** 2 / 2 + half) * dispersion,
  };
}

/**
 * How much counts of equal spans vary, relative to a Poisson distribution with the mean of their own group: at least 1. Commits come in
 * bursts (P. McCullagh and J. Nelder, "Generalized Linear Models", 1989, section 6.2).
 */
export function dispersionOf(groups: readonly (readonly number[])[]): number {
  let spread = 0;
  let freedom = 0;
  for (const counts of groups) {
    const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
    if (counts.length > 0) freedom += counts.length - 1;
    if (mean > 0) spread += counts.reduce((sum, count) => sum + (count - mean) ** 2 / mean, 0);
  }
  return freedom <= 0 ? 1 : Math.max(1, spread / freedom);
}

/**
 * The interval of the difference of two independent estimates, from the interval of each (G. Zou and A. Donner, "Construction of confidence
 * limits about effect measures", 2008). For two shares it is method 10 of R. Newcombe, "Interval estimation for the difference between
 * independent proportions", 1998.
 */
export function differenceInterval(after: Estimate, before: Estimate): Interval {
  const difference = after.value - before.value;
  return {
    low: difference - Math.hypot(after.value - after.low, before.high - before.value),
    high: difference + Math.hypot(after.high - after.value, before.value - before.low),
  };
}
