/** What the API should answer for a metric, out of the observations that SQL found. */
import type { Insights } from "../../../contract/insights/insights.ts";
import { METRICS, type MetricId, MIN_VALUES, SERIES_OF_SHAPE } from "../../../contract/insights/metrics.ts";
import { BEGINNINGS, type Observation, observe, spansOf, type SqlFilter, type SqlSpan, type SqlWindow } from "./metricsBySql.ts";
import type { RecountStage } from "./recountStage.ts";

type Series = Insights["series"][number];
type Found = ReadonlyMap<string, Observation>;

/** As many digits as a sum keeps whatever the order of its rows is. */
export const rounded = <T>(value: T): T =>
  (typeof value === "number"
    ? Number(value.toPrecision(12))
    : Array.isArray(value)
      ? value.map(rounded)
      : value !== null && typeof value === "object"
        ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, rounded(part)]))
        : value) as T;

/** All series of a metric by SQL, as the API has them. */
export async function seriesBySql(
  stage: RecountStage,
  metric: MetricId,
  window: SqlWindow,
  filter: SqlFilter,
  files: string,
): Promise<Series[]> {
  const { buckets, current, previous } = await spansOf(stage, window);
  const find = (span: SqlSpan, of = metric): Promise<Found> => observe(stage, of, span, filter, files);
  const { shape, needs, unit } = METRICS[metric];
  const [begin] = await stage.query<{ at: Date | null }>(BEGINNINGS[needs]);
  const all: Found[] = [];
  for (const span of [...buckets, current, previous]) all.push(await find(span));
  const names =
    shape === "states" ? [...new Set(all.flatMap((found) => [...found.keys()]))].toSorted() : SERIES_OF_SHAPE[shape];
  const valueOf = async (found: Found, name: string, span: SqlSpan): Promise<number | null> => {
    const one = found.get(shape === "states" || shape === "categories" ? name : "");
    const part = shape === "states" ? "median" : shape === "durations" ? (name as keyof typeof MIN_VALUES) : null;
    if (part !== null) return one === undefined || one.n < MIN_VALUES[part] ? null : one[part];
    if (shape === "share") return one === undefined ? null : one.sum / one.n;
    if (!begin?.at || new Date(span.end) <= begin.at) return null;
    if (metric === "throughput") {
      const [weeks] = await stage.query<{ weeks: number }>(`select (extract(epoch from
        least(timestamptz '${span.end}', timestamptz '${span.known}') - timestamptz '${span.start}') * 1000)::float8 / 604800000 as weeks`);
      return (one?.sum ?? 0) / (weeks?.weeks ?? NaN);
    }
    // The lines of its commits have not been counted.
    if (metric === "churn" && one === undefined && (await find(span, "commits")).size > 0) return null;
    return one?.sum ?? 0;
  };
  const series: Series[] = [];
  for (const name of names) {
    const key = shape === "states" || shape === "categories" ? name : "";
    const points = await Promise.all(
      [...buckets, current, previous].map(async (span, at) => {
        const found = all[at] as Found;
        return { value: await valueOf(found, name, span), n: found.get(key)?.n ?? 0 };
      }),
    );
    const isMedian = shape === "states" || name === "median";
    series.push({
      metric,
      series: name,
      unit,
      values: points.slice(0, buckets.length).map(({ value }) => value),
      n: points.slice(0, buckets.length).map(({ n }) => n),
      few: buckets.map((_, at) => {
        const values = all[at]?.get(key)?.values ?? [];
        return isMedian && values.length < MIN_VALUES.median ? [...values] : [];
      }),
      current: points[buckets.length] ?? { value: null, n: -1 },
      previous: points[buckets.length + 1] ?? { value: null, n: -1 },
    });
  }
  return series;
}
