/** The cards of metrics in a report: what they have of the answers of the page. */
import { METRICS, type MetricId } from "../../../contract/insights/metrics.ts";
import type { ContentOf, PartOf } from "./reportContent.ts";

/** A metric of Insights. */
export function metricPart(
  metric: MetricId,
  { series, change, target, buckets }: ContentOf<"metric">,
): PartOf<"metric"> {
  const shown = series.filter((item) => !["p75", "p90"].includes(item.series));
  const [first] = shown;
  return {
    kind: "metric",
    metric,
    unit: change?.unit ?? first?.unit ?? METRICS[metric].unit,
    value: change ? change.current.value : (first?.current.value ?? null),
    previous: change ? change.previous.value : (first?.previous.value ?? null),
    isClear:
      change === null || change.verdict === "uncovered" ? null : change.verdict === "up" || change.verdict === "down",
    judgement: change?.judgement ?? null,
    target: target && {
      is: METRICS[metric].better === "up" ? "at_least" : "at_most",
      value: target.value,
      verdict: target.verdict,
    },
    buckets,
    series: shown.map(({ series: name, values }) => ({ name, values })),
  };
}

/** A metric of the company's own. */
export function ownMetricPart({
  values: { unit, buckets, series, target },
}: ContentOf<"own_metric">): PartOf<"metric"> {
  const [all] = series;
  return {
    kind: "metric",
    metric: null,
    unit,
    value: all?.current.value ?? null,
    previous: all?.previous.value ?? null,
    isClear: null,
    judgement: null,
    target: target && { is: target.is, value: target.value, verdict: target.verdict },
    buckets,
    series: series.map(({ name, values }) => ({ name, values })),
  };
}
