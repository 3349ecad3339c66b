/** The largest and the smallest of many values. A spread of them all as arguments would overflow the stack. */
export const largest = (values: readonly number[], atLeast = -Infinity): number =>
  values.reduce((max, value) => Math.max(max, value), atLeast);
export const smallest = (values: readonly number[], atMost = Infinity): number =>
  values.reduce((min, value) => Math.min(min, value), atMost);
