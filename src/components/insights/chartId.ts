import type { MetricId } from "../../../contract/insights/metrics.ts";

/** The id of a metric's card, which links to it have after `#`. */
export const chartId = (metric: MetricId): string => `metric-${metric}`;
