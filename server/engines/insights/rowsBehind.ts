import { METRICS, type MetricId } from "../../../contract/metrics.ts";
import type { Facts } from "./facts.ts";
import { observe } from "./observe.ts";
import type { Window } from "./periods.ts";
import { type InsightFilter, scopeOf } from "./scope.ts";

/** One observation that a number is made of: a place in the facts of its kind, and what it adds. */
export interface RowBehind {
  readonly facts: Facts;
  readonly row: number;
  readonly value: number;
}

export interface Point {
  readonly metric: MetricId;
  /** The state, for a metric that has a series for each. */
  readonly series?: string | undefined;
  /** First day of the bucket; left out: the whole period. */
  readonly bucket?: string | undefined;
}

/** What a point of `measure` is made of, the newest first in each project. Its length is the point's n. */
export function rowsBehind(
  projects: readonly Facts[],
  filter: InsightFilter,
  window: Window,
  { metric, series, bucket }: Point,
): RowBehind[] {
  const at = bucket === undefined ? 0 : window.buckets.findIndex(({ start }) => start === bucket);
  if (at < 0) return [];
  const first = window.edges[bucket === undefined ? 0 : at] ?? 0;
  const end = window.edges[bucket === undefined ? window.edges.length - 1 : at + 1] ?? first;
  const isSplit = METRICS[metric].shape === "states";
  return projects.flatMap((facts) => {
    const rows: RowBehind[] = [];
    observe(metric, scopeOf(facts, filter, Float64Array.of(first, end), window.now), (_, row, value, state) => {
      if (!isSplit || state === series) rows.push({ facts, row, value });
    });
    return rows.reverse();
  });
}
