/** What the API should answer for a metric, out of the observations that SQL found. */
import type { Insights } from "../../../contract/insights/insights.ts";
import { expect } from "vitest";
import {
  type ComparedMetric,
  METRIC_IDS,
  METRICS,
  type MetricId,
  MIN_VALUES,
  SERIES_OF_SHAPE,
} from "../../../contract/insights/metrics.ts";
import {
  beginningOf,
  type Observation,
  observe,
  spansOf,
  type SqlFilter,
  type SqlSpan,
  type SqlWindow,
} from "./metricsBySql.ts";
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
  const [begin] = await stage.query<{ at: Date | null }>(beginningOf(needs, filter.project));
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
    if (metric === "throughput") return (one?.sum ?? 0) / (await weeksIn(stage, span));
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

/** The sides of each comparison by SQL: medians, shares, and counts per week, of the period up to now and of the one before. */
export async function changesBySql(
  stage: RecountStage,
  metric: ComparedMetric,
  spans: { readonly current: SqlSpan; readonly previous: SqlSpan },
  filter: SqlFilter,
) {
  const { shape } = METRICS[metric];
  const sideOf = async (span: SqlSpan) => {
    const one = (await observe(stage, metric, span, filter, "")).get("");
    const n = one?.n ?? 0;
    if (shape === "durations") return { value: one?.median ?? null, n };
    if (shape === "share") return { value: one === undefined ? null : one.sum / n, n };
    return { value: n / (await weeksIn(stage, span)), n };
  };
  return { metric, current: await sideOf(spans.current), previous: await sideOf(spans.previous) };
}

/** Weeks of a span that have passed. */
async function weeksIn({ query }: RecountStage, { start, end, known }: SqlSpan): Promise<number> {
  const [row] = await query<{ weeks: number }>(`select (extract(epoch from
    least(timestamptz '${end}', timestamptz '${known}') - timestamptz '${start}') * 1000)::float8 / 604800000 as weeks`);
  return row?.weeks ?? NaN;
}

const YEAR = { period: "1y", granularity: "monthly" } as const;
const HALF_YEAR = { period: "6m", granularity: "monthly" } as const;

/** Each metric as a card: of the sample, of a repository, and of both projects together. */
export async function recountMetric(stage: RecountStage, files: string): Promise<void> {
  const { repository } = stage;
  const cases = [
    { window: YEAR, filter: {}, page: {}, project: "tern" },
    { window: HALF_YEAR, filter: { repository }, page: { project: ["tern"], repository: [repository] }, project: null },
    { window: HALF_YEAR, filter: { project: null }, page: {}, project: null },
  ] as const;
  for (const { window, filter, page, project } of cases) {
    const cards = METRIC_IDS.map((metric) => ({ kind: "metric" as const, metric, display: "value" as const, project }));
    const contents = await stage.cards(cards, { ...window, ...page });
    for (const [at, metric] of METRIC_IDS.entries()) {
      const content = contents[at];
      if (content?.kind !== "metric") throw new Error(`No card of ${metric}.`);
      const expected = await seriesBySql(stage, metric, window, filter, files);
      expect.soft(rounded(content.series), `${metric} of ${JSON.stringify(filter)}`).toEqual(rounded(expected));
      // The sample has rows of each metric.
      if (window === YEAR) expect(content.series.some(({ current }) => current.n > 0)).toBe(true);
    }
  }
}

/** Each metric with the filters that Insights has and a dashboard has not, and the buckets of each granularity. */
export async function recountFiltered(stage: RecountStage, files: string): Promise<void> {
  const cases = [
    [{ period: "3m", granularity: "weekly" }, {}],
    [YEAR, { person: "Kemal Aydın" }],
    [YEAR, { label: "bug" }],
    [
      { period: "2y", granularity: "quarterly" },
      { person: "Priya Raman", label: "bug" },
    ],
    [{ period: "5y", granularity: "yearly" }, { tracker: stage.trackers[1] ?? "" }],
  ] as const;
  for (const [window, filter] of cases) {
    const { person, label, tracker }: SqlFilter = filter;
    const parameters = new URLSearchParams({ ...window, project: "tern" });
    if (person !== undefined) parameters.set("person", await stage.personId(person));
    if (label !== undefined) parameters.set("label", label);
    if (tracker !== undefined) parameters.set("tracker", tracker);
    const insights = await stage.call<Insights>("GET", `insights/?${parameters.toString()}`);
    expect(insights.buckets.map(({ start }) => start)).toEqual((await spansOf(stage, window)).days);
    expect(insights.bots.toSorted()).toEqual(["courier-ops", "renovate[bot]"]);
    let counted = 0;
    for (const metric of METRIC_IDS) {
      const answered = insights.series.filter((series) => series.metric === metric);
      const expected = await seriesBySql(stage, metric, window, filter, files);
      expect.soft(rounded(answered), `${metric} of ${JSON.stringify(filter)}`).toEqual(rounded(expected));
      counted += answered.some(({ current }) => current.n > 0) ? 1 : 0;
    }
    expect(counted).toBeGreaterThanOrEqual(15);
  }
}
