/** The metrics with a target. A module of its own, so that the form of rules does not load the definitions of all metrics. */
import type { ComparedMetric } from "./metrics.ts";

/**
 * Metrics that a project may set a target for: those with a direction of improvement and an interval. `throughput` is the rate of
 * `issues_closed`.
 */
export const TARGET_METRICS = [
  "throughput",
  "lead_time",
  "first_response",
  "unanswered",
  "first_review",
  "unreviewed",
  "cycle_time",
  "request_size",
] as const satisfies readonly ComparedMetric[];
export type TargetMetric = (typeof TARGET_METRICS)[number];
