/** A percentile that is selected is the one of the sorted values, in any order. */
import { expect, test } from "vitest";
import { percentile } from "../../../server/engines/insights/measure.ts";
import { selectPercentile } from "../../../server/engines/metrics/selectPercentile.ts";
import { randomFrom } from "./randomWork.ts";

const random = randomFrom(41);
const SIZE = 20_011;
const ORDERS: Readonly<Record<string, Float64Array>> = {
  random: Float64Array.from({ length: SIZE }, () => random() * 1e6),
  ascending: Float64Array.from({ length: SIZE }, (_, at) => at),
  descending: Float64Array.from({ length: SIZE }, (_, at) => -at),
  equal: new Float64Array(SIZE).fill(7),
  "of two values": Float64Array.from({ length: SIZE }, () => Math.round(random())),
  "up and down": Float64Array.from({ length: SIZE }, (_, at) => Math.min(at, SIZE - at)),
  // Median of three takes the worst pivots of such a row (D. Musser, "Introspective sorting", 1997).
  "against the median of three": Float64Array.from({ length: SIZE - 1 }, (_, at) => {
    const half = (SIZE - 1) / 2;
    return at < half ? (at % 2 === 0 ? at + 1 : half + at) : 2 * (at - half + 1);
  }),
  few: Float64Array.of(3, 1, 2),
  one: Float64Array.of(5),
  none: new Float64Array(),
};

test.each(Object.entries(ORDERS))("%s", (_, values) => {
  const sorted = values.slice().sort();
  for (const part of [0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99])
    expect(selectPercentile(values.slice(), part)).toBe(percentile(sorted, part));
});
