/** The largest and the smallest of many values. A spread of them all as arguments would overflow the stack. */
export const largest = (values: readonly number[], atLeast = -Infinity): number =>
  values.reduce((most, value) => Math.max(most, value), atLeast);
export const smallest = (values: readonly number[], atMost = Infinity): number =>
  values.reduce((least, value) => Math.min(least, value), atMost);
