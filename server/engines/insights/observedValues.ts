import type { MetricId } from "../../../contract/insights/metrics.ts";
import type { Facts } from "./facts.ts";
import { observeMetric } from "./metricObservers.ts";
import { type InsightFilter, scopeOf } from "./scope.ts";

/** A question about several projects, which count as one. */
export interface Measured {
  readonly projects: readonly Facts[];
  readonly filter: InsightFilter;
}

/**
 * The values of a metric's observations by bucket.
 * @param edges one more than there are buckets
 */
export function observedValues(
  { projects, filter }: Measured,
  metric: MetricId,
  edges: Float64Array,
  nowMs: number,
): number[][] {
  const buckets = Array.from({ length: edges.length - 1 }, (): number[] => []);
  for (const facts of projects) {
    observeMetric(metric, scopeOf(facts, filter, edges, nowMs), (bucket, _row, value) => buckets[bucket]?.push(value));
  }
  return buckets;
}
