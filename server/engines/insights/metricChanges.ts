/** What changed since the period before, and whether chance explains it. */
import { WEEK_MS } from "../../../contract/durations.ts";
import type { InsightChange } from "../../../contract/insights/insights.ts";
import { COMPARED_METRICS, type ComparedMetric, METRICS } from "../../../contract/insights/metrics.ts";
import {
  countInterval,
  differenceInterval,
  dispersionOf,
  type Interval,
  medianInterval,
  MIN_VALUES_FOR_INTERVAL,
  shareInterval,
} from "./intervals.ts";
import { percentile, startOf } from "./measure.ts";
import { type Measured, observedValues } from "./observedValues.ts";
import { type Window, weeksOf } from "./periods.ts";

/** Counts below this in both periods together are too few for a comparison. */
const MIN_COUNT = 10;

type Side = InsightChange["current"];

/** Each compared metric over the period and over the one before it, each as it was known when it ended. */
export function metricChanges(measured: Measured, window: Window): InsightChange[] {
  const first = window.edges[0] ?? 0;
  const starts = measured.projects.map(startOf);
  /** Whether all projects that have such rows had them before the earlier period began: a later one would count as growth. */
  const isCovered = (needs: (typeof METRICS)[ComparedMetric]["needs"]): boolean => {
    const dated = starts.map((start) => start[needs]).filter(Number.isFinite);
    return dated.length > 0 && dated.every((start) => start <= window.previousStart);
  };
  return COMPARED_METRICS.map((metric): InsightChange => {
    const { shape, needs } = METRICS[metric];
    const sidesOf = shape === "durations" ? medians : shape === "share" ? shares : rates;
    const [current, previous] = sidesOf(measured, metric, [
      // Buckets end before their edge, and now is part of the period.
      { from: first, to: window.nowMs, edge: window.nowMs + 1 },
      { from: window.previousStart, to: window.previousEnd, edge: window.previousEnd },
    ]);
    const difference = differenceOf(current, previous);
    const verdict = !isCovered(needs)
      ? "uncovered"
      : difference === null
        ? "few"
        : difference.low > 0
          ? "up"
          : difference.high < 0
            ? "down"
            : "unclear";
    return {
      metric,
      unit: shape === "count" ? "per_week" : METRICS[metric].unit,
      verdict,
      judgement: judgementOf(metric, verdict),
      current,
      previous,
      difference: verdict === "uncovered" ? null : difference,
    };
  });
}

function judgementOf(metric: ComparedMetric, verdict: InsightChange["verdict"]): InsightChange["judgement"] {
  const { better } = METRICS[metric];
  if (better === null || (verdict !== "up" && verdict !== "down")) return null;
  return better === verdict ? "better" : "worse";
}

function differenceOf(current: Side, previous: Side): Interval | null {
  if (current.value === null || current.interval === null) return null;
  if (previous.value === null || previous.interval === null) return null;
  return differenceInterval(
    { value: current.value, ...current.interval },
    { value: previous.value, ...previous.interval },
  );
}

/** In milliseconds since 1970. */
interface Span {
  readonly from: number;
  readonly to: number;
  /** The first moment that is no longer in it. */
  readonly edge: number;
}
type Sides = (measured: Measured, metric: ComparedMetric, spans: readonly [Span, Span]) => readonly [Side, Side];

const wholeOf = (measured: Measured, metric: ComparedMetric, { from, to, edge }: Span): number[] =>
  observedValues(measured, metric, Float64Array.of(from, edge), to)[0] ?? [];

const medians: Sides = (measured, metric, [after, before]) => {
  const sideOf = (span: Span): Side => {
    const sorted = Float64Array.from(wholeOf(measured, metric, span)).sort();
    return { value: percentile(sorted, 0.5), n: sorted.length, interval: medianInterval(sorted) };
  };
  return [sideOf(after), sideOf(before)];
};

const shares: Sides = (measured, metric, [after, before]) => {
  const sideOf = (span: Span): Side => {
    const values = wholeOf(measured, metric, span);
    const n = values.length;
    const hits = values.reduce((sum, value) => sum + value, 0);
    return {
      value: n === 0 ? null : hits / n,
      n,
      interval: n < MIN_VALUES_FOR_INTERVAL ? null : shareInterval(hits, n),
    };
  };
  return [sideOf(after), sideOf(before)];
};

const rates: Sides = (measured, metric, [after, before]) => {
  const totals = [after, before].map((span) => wholeOf(measured, metric, span).length);
  const dispersion = dispersionOf([after, before].map((span) => weeklyCounts(measured, metric, span)));
  const isEnough = totals.reduce((sum, count) => sum + count, 0) >= MIN_COUNT;
  const sideOf = ({ from, to }: Span, count: number): Side => {
    const weeks = weeksOf(from, to, to);
    const { low, high } = countInterval(count, dispersion);
    return { value: count / weeks, n: count, interval: isEnough ? { low: low / weeks, high: high / weeks } : null };
  };
  return [sideOf(after, totals[0] ?? 0), sideOf(before, totals[1] ?? 0)];
};

/** Counts of the whole weeks of seven days up to the end of a span, the oldest first. */
export function weeklyCounts(
  measured: Measured,
  metric: ComparedMetric,
  { from, to }: Pick<Span, "from" | "to">,
): number[] {
  const weeks = Math.floor((to - from) / WEEK_MS);
  const edges = Float64Array.from({ length: weeks + 1 }, (_, i) => to - (weeks - i) * WEEK_MS);
  return observedValues(measured, metric, edges, to).map((values) => values.length);
}
