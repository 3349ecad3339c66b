import type { InsightNote, InsightSeries } from "../../../contract/insights/insights.ts";
import type { MetricId } from "../../../contract/insights/metrics.ts";

/** Groups of metrics, in the order of the page. */
export const INSIGHT_GROUPS = ["flow", "speed", "requests", "code", "documents"] as const;

/** True before the first sync, and for projects without sources. */
export const isNothing = (series: readonly InsightSeries[]): boolean =>
  series.every(({ current, values }) => current.n === 0 && values.every((value) => value === null));

/** Whether a number of the metric is not complete, and grows without anything happening. */
export const isCounting = (notes: readonly InsightNote[], metric: MetricId): boolean =>
  notes.some((note) => note.metric === metric && note.code === "lines_not_counted");

/** How the chart of a metric is drawn, by the shape of the metric. */
export const KIND_OF_SHAPE = {
  count: "bar",
  states: "stacked",
  categories: "stacked",
  level: "line",
  share: "line",
  durations: "line",
} as const;

/** The states of an issue with their medians over the period, or its categories with their numbers, the largest first. */
export const partsOf = (series: readonly InsightSeries[], nameOf: (series: string) => string) =>
  series
    .flatMap(({ series: name, current: { value } }) => (value === null ? [] : [{ name: nameOf(name), value }]))
    .toSorted((a, b) => b.value - a.value)
    .slice(0, 4);
