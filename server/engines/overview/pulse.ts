import { PULSE_METRICS, PULSE_WEEKS, type PulseMetric, type PulseSeries } from "../../../contract/overview.ts";
import { addDays, dayOf, startOfDay } from "../insights/calendarDays.ts";
import type { Facts } from "../insights/facts.ts";
import { dispersionOf } from "../insights/intervals.ts";
import { observeMetric } from "../insights/metricObservers.ts";
import { scopeOf } from "../insights/scope.ts";

export interface Pulse {
  /** First days, `2026-11-02`. */
  readonly weeks: readonly string[];
  /** The last day. */
  readonly until: string;
  readonly span: { readonly from: Date; readonly to: Date };
  readonly series: readonly PulseSeries[];
}

const EVERYTHING = { repository: [], tracker: [], person: [], label: [], type: [] };

/** Counts of the last twelve times seven days up to today, and of the twelve before. */
export function pulseOf(facts: Facts, timeZone: string, now: Date): Pulse {
  const until = dayOf(now, timeZone);
  const days = Array.from({ length: 2 * PULSE_WEEKS + 1 }, (_, at) => addDays(until, 1 - 7 * (2 * PULSE_WEEKS - at)));
  const edges = Float64Array.from(days, (day) => startOfDay(day, timeZone).getTime());
  const [from, to] = [edges[PULSE_WEEKS] ?? 0, edges[2 * PULSE_WEEKS] ?? 0];
  // Lists of these days have all of today: the clock of a host or of a committer may be ahead.
  const scope = scopeOf(facts, EVERYTHING, edges, to);
  const series = PULSE_METRICS.flatMap((metric): PulseSeries[] => {
    const first = firstOf(facts, metric);
    if (first === null) return [];
    const counts = Array.from({ length: 2 * PULSE_WEEKS }, () => 0);
    observeMetric(metric, scope, (week) => {
      counts[week] = (counts[week] ?? 0) + 1;
    });
    const before = counts.slice(0, PULSE_WEEKS);
    const weeks = counts.slice(PULSE_WEEKS);
    const isKnown = first <= (edges[0] ?? 0);
    return [
      {
        metric,
        weeks,
        total: sum(weeks),
        previous: isKnown ? sum(before) : null,
        trend: isKnown ? trendOf(before, weeks) : null,
      },
    ];
  });
  return { weeks: days.slice(PULSE_WEEKS, -1), until, span: { from: new Date(from), to: new Date(to) }, series };
}

/** Milliseconds of the first event of what a metric counts; null where there is none. */
function firstOf({ commits, issues, requests }: Facts, metric: PulseMetric): number | null {
  const times =
    metric === "commits" ? commits.committedAt : metric === "requests_merged" ? requests.createdAt : issues.createdAt;
  return times.length === 0 ? null : times.reduce((first, at) => Math.min(first, at), Infinity);
}

/** Counts below this in total are too few to speak of a trend. */
const MIN_COUNT = 10;
/** Standard errors: two-sided 5 %. */
const SIGNIFICANT_Z = 1.96;

/**
 * Whether two series of counts differ by more than their variation: the difference of two Poisson sums, with the dispersion that the single
 * counts show (P. McCullagh and J. Nelder, "Generalized Linear Models", 1989, section 6.2), because commits come in bursts.
 */
export function trendOf(before: readonly number[], after: readonly number[]): "up" | "down" | null {
  const total = sum(before) + sum(after);
  if (total < MIN_COUNT) return null;
  const dispersion = dispersionOf([before, after]);
  const errors = (sum(after) - sum(before)) / Math.sqrt(dispersion * total);
  return errors >= SIGNIFICANT_Z ? "up" : errors <= -SIGNIFICANT_Z ? "down" : null;
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);
