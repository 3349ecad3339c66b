import type { InsightNote, InsightSeries } from "../../../contract/insights.ts";
import type { MetricId } from "../../../contract/metrics.ts";

/** Groups of metrics, in the order of the page. */
export const INSIGHT_GROUPS = ["flow", "speed", "requests", "code", "documents"] as const;

/** True before the first sync, and for projects without sources. */
export const isNothing = (series: readonly InsightSeries[]): boolean =>
  series.every(({ current, values }) => current.n === 0 && values.every((value) => value === null));

/** Whether a number of the metric is not complete, and grows without anything happening. */
export const isCounting = (notes: readonly InsightNote[], metric: MetricId): boolean =>
  notes.some((note) => note.metric === metric && note.code === "lines_not_counted");
