/** The cards of metrics in a report: what they have of the answers of the page. */
import { hasSeries, METRICS, type MetricId } from "../../../contract/insights/metrics.ts";
import type { ContentOf, PartOf } from "./reportContent.ts";
import { isSeriesName, type ReportFact } from "./reportFacts.ts";

/** A metric of Insights. */
export function metricPart(
  metric: MetricId,
  { series, change, target, buckets }: ContentOf<"metric">,
): PartOf<"metric"> {
  const [first] = series;
  // Entities of their own, such as states, have no number together.
  const single = hasSeries(metric) ? null : first;
  const unit = change?.unit ?? first?.unit ?? METRICS[metric].unit;
  const value = change ? change.current.value : (single?.current.value ?? null);
  const facts = series.map(({ series: name, unit: ownUnit, current, previous }) => ({
    name: nameOf(metric, name),
    value: current.value,
    previous: previous.value,
    unit: ownUnit,
  }));
  const [only] = facts;
  return {
    kind: "metric",
    metric,
    unit,
    value,
    previous: change ? change.previous.value : (single?.previous.value ?? null),
    isClear:
      change === null || change.verdict === "uncovered" ? null : change.verdict === "up" || change.verdict === "down",
    judgement: change?.judgement ?? null,
    target: target && {
      is: METRICS[metric].better === "up" ? "at_least" : "at_most",
      value: target.value,
      verdict: target.verdict,
    },
    buckets,
    series: series.map(({ series: name, values, unit: ownUnit }) => ({ name, values, unit: ownUnit })),
    // The only one may be the value itself.
    ...(facts.length === 1 && only?.value === value && only.unit === unit ? {} : { facts }),
  };
}

/** The word of a part of a distribution or of a category; a state has the name that its tracker gives it. */
const nameOf = (metric: MetricId, name: string): ReportFact["name"] =>
  METRICS[metric].shape !== "states" && isSeriesName(name) ? name : { text: name };

/** A metric of the company's own. */
export function ownMetricPart({
  values: { unit, buckets, series, target, operands, left_out: leftOut },
}: ContentOf<"own_metric">): PartOf<"metric"> {
  const [all, ...groups] = series;
  const facts: ReportFact[] = [
    ...groups.map(({ name, current, previous }) => ({
      name: name === "" ? ("none" as const) : { text: name },
      value: current.value,
      previous: previous.value,
      unit,
    })),
    ...operands.map((operand) => ({ name: { text: operand.name }, value: operand.value, unit: operand.unit })),
    ...(leftOut === 0 ? [] : [{ name: "left_out" as const, value: leftOut, unit: "count" as const }]),
  ];
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
    ...(facts.length > 0 && { facts }),
  };
}
