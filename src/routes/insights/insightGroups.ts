import type { InsightSeries } from "../../../contract/insights.ts";

/** Groups of metrics, in the order of the page. */
export const INSIGHT_GROUPS = ["flow", "speed", "requests", "code", "documents"] as const;

/** True before the first sync, and for projects without sources. */
export const isNothing = (series: readonly InsightSeries[]): boolean =>
  series.every(({ current, values }) => current.n === 0 && values.every((value) => value === null));
