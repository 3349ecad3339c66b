import type { OWN_TARGET_VERDICTS } from "../../../contract/insights/ownMetricRules.ts";
import type { OwnMetricDraft } from "../../../contract/insights/ownMetrics.ts";
import { type Interval, medianInterval, shareInterval } from "../insights/intervals.ts";

/**
 * A median and a share are judged by their interval, as in Insights (docs/adr/0155); everything else by its value, which has none.
 * @param values of the whole period
 */
export function judgeOwnTarget(
  { definition, target }: { definition: OwnMetricDraft["definition"]; target: NonNullable<OwnMetricDraft["target"]> },
  value: number | null,
  values: Float64Array,
): (typeof OWN_TARGET_VERDICTS)[number] {
  if (value === null) return "none";
  const kind = definition.kind === "formula" ? "formula" : definition.value.kind;
  const interval = intervalOf(kind, values);
  if (interval === "few") return "unclear";
  const { low, high } = interval ?? { low: value, high: value };
  if (target.is === "at_most") return high <= target.value ? "met" : low > target.value ? "missed" : "unclear";
  return low >= target.value ? "met" : high < target.value ? "missed" : "unclear";
}

function intervalOf(kind: string, values: Float64Array): Interval | "few" | null {
  if (kind === "median") return medianInterval(Float64Array.from(values).sort()) ?? "few";
  if (kind !== "share" && kind !== "followed") return null;
  const hits = values.reduce((sum, value) => sum + value, 0);
  return shareInterval(hits, values.length);
}
