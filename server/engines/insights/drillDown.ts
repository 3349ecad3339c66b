import { METRICS, type MetricId, type MetricRowKind, hasSeries } from "../../../contract/insights/metrics.ts";
import type { Facts } from "./facts.ts";
import { observeMetric } from "./metricObservers.ts";
import type { Window } from "./periods.ts";
import { type InsightFilter, scopeOf } from "./scope.ts";

/** One observation that a number is made of: a position in the facts of its kind, and what it adds. */
export interface DrillDownRow {
  readonly facts: Facts;
  readonly row: number;
  readonly value: number;
}

export interface Point {
  readonly metric: MetricId;
  /** The state or category, for a metric that has a series for each; left out: all of them. */
  readonly series?: string | undefined;
  /** First day of the bucket; left out: the whole period. */
  readonly bucket?: string | undefined;
}

/** What a point of `measure` is made of, the newest first. Its length is the point's n. */
export function drillDown(
  projects: readonly Facts[],
  filter: InsightFilter,
  window: Window,
  { metric, series, bucket }: Point,
): DrillDownRow[] {
  const at = bucket === undefined ? 0 : window.buckets.findIndex(({ start }) => start === bucket);
  if (at < 0) return [];
  const first = window.edges[bucket === undefined ? 0 : at] ?? 0;
  const end = window.edges[bucket === undefined ? window.edges.length - 1 : at + 1] ?? first;
  const isSplit = hasSeries(metric);
  const rows: DrillDownRow[] = [];
  for (const facts of projects) {
    observeMetric(metric, scopeOf(facts, filter, Float64Array.of(first, end), window.nowMs), (_, row, value, state) => {
      if (!isSplit || series === undefined || state === series) rows.push({ facts, row, value });
    });
  }
  return newestFirst(rows, METRICS[metric].rows);
}

/** Sorts rows of one kind in place, by the time that is shown with them. */
export function newestFirst(rows: DrillDownRow[], kind: MetricRowKind): DrillDownRow[] {
  // People are ordered by name: no list of them shows who did more.
  if (kind === "person") return rows.sort((a, b) => nameOf(a).localeCompare(nameOf(b)));
  const time = TIME_OF[kind];
  return rows.sort((a, b) => time(b) - time(a) || b.row - a.row);
}

const nameOf = ({ facts, row }: DrillDownRow): string => facts.people[row]?.name ?? "";

const TIME_OF: Record<MetricRowKind, (behind: DrillDownRow) => number> = {
  issue: ({ facts, row }) => facts.issues.createdAt[row] ?? 0,
  request: ({ facts, row }) => facts.requests.createdAt[row] ?? 0,
  commit: ({ facts, row }) => facts.commits.committedAt[row] ?? 0,
  person: () => 0,
  file: ({ facts, row }) => facts.documents[row]?.changedAt.at(-1) ?? 0,
  page: ({ facts, row }) => facts.pages.createdAt[row] ?? 0,
  release: ({ facts, row }) => facts.releases.publishedAt[row] ?? 0,
};
