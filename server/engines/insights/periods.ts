import { lastAtMost } from "../../index/binarySearch.ts";
/** Calendar buckets in a company's time zone: ISO weeks, months, quarters and years, safe over clock changes. */
import { WEEK_MS } from "../../../contract/durations.ts";
import { DateTime, type DateTimeUnit, type DurationLike } from "luxon";
import type { Granularity, InsightBucket, InsightPeriod } from "../../../contract/insights/insights.ts";

const LENGTH: Record<InsightPeriod, DurationLike> = {
  "30d": { days: 30 },
  "3m": { months: 3 },
  "6m": { months: 6 },
  "1y": { years: 1 },
  "2y": { years: 2 },
  "5y": { years: 5 },
};
const UNIT: Record<Granularity, { unit: DateTimeUnit; step: DurationLike }> = {
  weekly: { unit: "week", step: { weeks: 1 } },
  monthly: { unit: "month", step: { months: 1 } },
  quarterly: { unit: "quarter", step: { quarters: 1 } },
  yearly: { unit: "year", step: { years: 1 } },
};

/** The buckets of a period and, before them, as many for comparison. All times in milliseconds since 1970. */
export interface Window {
  readonly timeZone: string;
  readonly nowMs: number;
  readonly buckets: readonly InsightBucket[];
  /** One more than there are buckets: bucket i is from edges[i] up to and without edges[i + 1]. */
  readonly edges: Float64Array;
  /** The period of the comparison: as many buckets up to edges[0], or the same days a year before. */
  readonly previousStart: number;
  readonly previousEnd: number;
}

/**
 * The whole calendar units that touch the period up to now. The first is not cut, so a bucket is only partial where it is not over.
 * @param timeZone an IANA name (`contract/timeZone.ts`)
 */
export function windowOf(
  period: InsightPeriod,
  granularity: Granularity,
  timeZone: string,
  now: Date,
  against: "before" | "year_before" = "before",
): Window {
  const { unit, step } = UNIT[granularity];
  const end = DateTime.fromJSDate(now, { zone: timeZone });
  const starts: DateTime[] = [];
  for (let at = end.minus(LENGTH[period]).startOf(unit); at <= end; at = at.plus(step).startOf(unit)) starts.push(at);
  const last = starts.at(-1) ?? end.startOf(unit);
  const edges = [...starts, last.plus(step).startOf(unit)];
  const first = edges[0] ?? end;
  let previous = first;
  for (let i = 0; i < starts.length; i += 1) previous = previous.minus(step).startOf(unit);
  const [previousStart, previousEnd] =
    against === "before" ? [previous, first] : [first.minus({ years: 1 }), end.minus({ years: 1 })];
  return {
    timeZone,
    nowMs: now.getTime(),
    buckets: starts.map((start, i) => ({
      start: start.toISODate() ?? "",
      end: edges[i + 1]?.toISODate() ?? "",
      partial: (edges[i + 1]?.toMillis() ?? 0) > now.getTime(),
    })),
    edges: Float64Array.from(edges, (edge) => edge.toMillis()),
    previousStart: previousStart.toMillis(),
    previousEnd: previousEnd.toMillis(),
  };
}

/** The bucket of a moment; -1 before the first, the number of buckets from the end on. */
export function bucketOf(edges: Float64Array, at: number): number {
  if (at < (edges[0] ?? 0)) return -1;
  return lastAtMost(edges, at, 0, edges.length);
}

/** Weeks of a span that have passed, for rates: of a bucket that is not over only what is over. */
export const weeksOf = (from: number, to: number, nowMs: number): number => (Math.min(to, nowMs) - from) / WEEK_MS;
