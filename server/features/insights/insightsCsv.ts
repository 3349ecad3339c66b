import type { Insights, InsightsQuery } from "../../../contract/insights/insights.ts";
import { csvLine } from "../../http/csv.ts";

const COLUMNS = [
  "metric",
  "series",
  "unit",
  "bucket_start",
  "bucket_end",
  "partial",
  "value",
  "n",
  "period",
  "granularity",
  "time_zone",
  "filters",
  "target",
] as const;

/**
 * What the charts show as CSV (RFC 4180: CRLF, quotes doubled), one row a bucket and series, dates as ISO 8601. A gap is an empty cell.
 */
export function insightsCsv({ buckets, series, targets, time_zone }: Insights, query: InsightsQuery): string {
  const filters = (["project", "repository", "tracker", "person", "label", "type"] as const)
    .flatMap((name) => query[name].map((value) => `${name}=${value}`))
    .join("; ");
  const targetOf = new Map<string, string>(targets.map(({ metric, value }) => [metric, String(value)]));
  const lines = series.flatMap((line) =>
    buckets.map(({ start, end, partial }, i) => [
      line.metric,
      line.series,
      line.unit,
      start,
      end,
      String(partial),
      line.values[i] === null ? "" : String(line.values[i]),
      String(line.n[i]),
      query.period,
      query.granularity,
      time_zone,
      filters,
      line.series === "value" || line.series === "median" ? (targetOf.get(line.metric) ?? "") : "",
    ]),
  );
  return [[...COLUMNS], ...lines].map(csvLine).join("");
}
