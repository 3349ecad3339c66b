/** Whether the targets of a project are met, as far as the rows can tell. */
import type { InsightChange, InsightTarget } from "../../../contract/insights/insights.ts";
import { METRICS } from "../../../contract/insights/metrics.ts";
import { type TargetMetric } from "../../../contract/insights/targetMetrics.ts";
import type { Facts } from "./facts.ts";
import type { Interval } from "./intervals.ts";
import { startOf } from "./measure.ts";
import type { InsightFilter } from "./scope.ts";

/** A target, and what else is known of it. */
type Target = Omit<InsightTarget, "verdict">;

/**
 * Judges each target by the interval of its metric over the whole period.
 * @param from where the period begins, in milliseconds: a rate of sources that begin later would be too low
 */
export function judgeTargets(
  targets: readonly Target[],
  {
    facts,
    filter,
    changes,
    from,
  }: {
    readonly facts: Facts;
    readonly filter: InsightFilter;
    readonly changes: readonly InsightChange[];
    readonly from: number;
  },
): InsightTarget[] {
  const { repository, tracker, person, label, type } = filter;
  const isNarrowed = [repository, tracker, person, label, type].some(({ length }) => length > 0);
  const starts = startOf(facts);
  const isCovered = (metric: TargetMetric): boolean =>
    METRICS[metric].shape !== "count" || starts[METRICS[metric].needs] <= from;
  return targets.map((target) => {
    const current = changes.find(({ metric }) => metric === target.metric)?.current;
    if (isNarrowed) return { ...target, verdict: "narrowed" };
    if (current === undefined || current.interval === null) return { ...target, verdict: "few" };
    return { ...target, verdict: isCovered(target.metric) ? verdictOf(target, current.interval) : "uncovered" };
  });
}

function verdictOf({ metric, value }: Target, { low, high }: Interval): InsightTarget["verdict"] {
  const isAtLeast = METRICS[metric].better === "up";
  if (isAtLeast ? low >= value : high <= value) return "met";
  if (isAtLeast ? high < value : low > value) return "missed";
  return "unclear";
}
