/** Series of metrics out of the observations of one or more projects. */
import type { InsightNote, InsightSeries } from "../../../contract/insights/insights.ts";
import {
  METRIC_IDS,
  METRICS,
  type MetricId,
  MIN_VALUES,
  SERIES_OF_SHAPE,
  hasSeries,
} from "../../../contract/insights/metrics.ts";
import type { Facts } from "./facts.ts";
import { observeMetric } from "./metricObservers.ts";
import { type Window, weeksOf } from "./periods.ts";
import { type InsightFilter, type Scope, scopeOf } from "./scope.ts";

interface Cell {
  n: number;
  sum: number;
  /** Only of metrics that are percentiles: a project of a million rows has several million observations. */
  readonly values: number[];
  /** The same ascending, computed on first use: three percentiles share one order. */
  sorted?: Float64Array;
}

/**
 * All series of a window, in the order of the metrics. Several projects count as one: a median is over all of their rows.
 * A value is null where nothing could be measured: before the first event of the sources, and without any observation
 * where the metric is no count.
 */
export function measure(projects: readonly Facts[], filter: InsightFilter, window: Window): InsightSeries[] {
  const { edges, previousStart, previousEnd, nowMs } = window;
  const first = edges[0] ?? 0;
  const knownFrom = startOfSources(projects);
  const tableOf = (tableEdges: Float64Array, atMs: number) => observe(projects, filter, tableEdges, atMs, knownFrom);
  const inBuckets = tableOf(edges, nowMs);
  const inAll = tableOf(Float64Array.of(first, edges.at(-1) ?? first), nowMs);
  // As it was known when it ended: otherwise more of its issues would have an answer because they had longer to get one.
  const before = tableOf(Float64Array.of(previousStart, previousEnd), previousEnd);
  return METRIC_IDS.flatMap((metric) =>
    seriesNames(metric, [inBuckets, inAll, before]).map((series): InsightSeries => {
      const at = (table: Table, bucket: number) => ({
        value: valueOf(metric, series, table, bucket),
        n: cellOf(metric, series, table, bucket).n,
      });
      const points = window.buckets.map((_, bucket) => at(inBuckets, bucket));
      return {
        metric,
        series,
        unit: METRICS[metric].unit,
        values: points.map(({ value }) => value),
        n: points.map(({ n }) => n),
        few: window.buckets.map((_, bucket) => fewOf(metric, series, inBuckets, bucket)),
        current: at(inAll, 0),
        previous: at(before, 0),
      };
    }),
  );
}

/** What the series exclude, and why some have no values. */
export function notesOf(projects: readonly Facts[], series: readonly InsightSeries[]): InsightNote[] {
  const notes: InsightNote[] = [];
  const note = (metric: MetricId | null, code: InsightNote["code"], count: number | null): void => {
    notes.push({ metric, code, count });
  };
  const bots = projects.reduce((sum, { people }) => sum + people.filter(({ isBot }) => isBot).length, 0);
  if (bots > 0) note(null, "bots_left_out", bots);
  const nOf = (metric: MetricId): number =>
    series.find((metricSeries) => metricSeries.metric === metric)?.current.n ?? 0;
  if (projects.every(({ sourcesWithEvents }) => sourcesWithEvents.size === 0)) note("reopen_rate", "no_events", null);
  if (projects.every(({ stateIntervals }) => stateIntervals.issue.length === 0))
    note("time_in_state", "no_states", null);
  if (startOfSources(projects).statuses === Infinity) {
    for (const metric of METRIC_IDS) if (METRICS[metric].needs === "statuses") note(metric, "no_statuses", null);
  } else {
    note("flow_efficiency", "without_status_changes", nOf("issues_closed") - nOf("flow_efficiency"));
  }
  if (projects.every(({ requests }) => requests.ids.length === 0)) {
    for (const metric of METRIC_IDS) if (METRICS[metric].needs === "requests") note(metric, "no_requests", null);
  } else {
    note("first_review", "without_review", nOf("unreviewed") - nOf("first_review"));
    for (const metric of ["first_review", "unreviewed"] as const) {
      note(metric, "reviews_not_read", nOf("requests_opened") - nOf("unreviewed"));
    }
    note("request_size", "without_files", nOf("requests_merged") - nOf("request_size"));
  }
  note("first_response", "without_answer", nOf("unanswered") - nOf("first_response"));
  for (const metric of ["first_response", "unanswered"] as const) {
    note(metric, "comments_not_read", nOf("issues_opened") - nOf("unanswered"));
  }
  const uncounted = nOf("commits") - nOf("churn");
  if (uncounted > 0) note("churn", "lines_not_counted", uncounted);
  return notes.filter(({ count }) => count !== 0);
}

/** Names of bots, which no metric counts, in alphabetical order. */
export function botsOf(projects: readonly Facts[]): string[] {
  const names = new Set(projects.flatMap(({ people }) => people.filter(({ isBot }) => isBot).map(({ name }) => name)));
  return [...names].sort((a, b) => a.localeCompare(b)).slice(0, MAX_NAMED_BOTS);
}
const MAX_NAMED_BOTS = 50;

/** Observations by metric and series, then by bucket. */
interface Table {
  readonly cells: ReadonlyMap<string, Cell[]>;
  readonly edges: Float64Array;
  readonly nowMs: number;
  /** The time of the first event of each kind of source. */
  readonly knownFrom: Record<Needs, number>;
}

function observe(
  projects: readonly Facts[],
  filter: InsightFilter,
  edges: Float64Array,
  nowMs: number,
  knownFrom: Table["knownFrom"],
): Table {
  const cells = new Map<string, Cell[]>();
  for (const facts of projects) {
    const scope = scopeOf(facts, filter, edges, nowMs);
    for (const metric of METRIC_IDS) collect(metric, scope, cells);
  }
  return { cells, edges, nowMs, knownFrom };
}

type Needs = (typeof METRICS)[MetricId]["needs"];
type Beginnings = Record<Needs | "wiki" | "releases", number>;

/** The time of the first event of each kind of source, in milliseconds since 1970; Infinity where there is none. */
export function startOfSources(projects: readonly Facts[]): Beginnings {
  // Each reads all commits of its project.
  const starts = projects.map(startOf);
  const earliest = (needs: keyof Beginnings): number =>
    starts.reduce((first, start) => Math.min(first, start[needs]), Infinity);
  return {
    tracker: earliest("tracker"),
    requests: earliest("requests"),
    repository: earliest("repository"),
    statuses: earliest("statuses"),
    wiki: earliest("wiki"),
    releases: earliest("releases"),
  };
}

/** The same of one project. */
export const startOf = ({ issues, requests, commits, statusStays, pages, releases }: Facts): Beginnings => ({
  tracker: issues.createdAt[0] ?? Infinity,
  requests: requests.createdAt[0] ?? Infinity,
  wiki: pages.createdAt[0] ?? Infinity,
  releases: releases.publishedAt[0] ?? Infinity,
  repository: commits.committedAt.reduce((least, at) => Math.min(least, at), Infinity),
  statuses: statusStays.enteredAt.reduce(
    (least, at, stay) => (statusStays.category[stay] === -1 ? least : Math.min(least, at)),
    Infinity,
  ),
});

function collect(metric: MetricId, scope: Scope, cells: Map<string, Cell[]>): void {
  const isSplit = hasSeries(metric);
  const keepsValues = METRICS[metric].shape === "durations" || METRICS[metric].shape === "states";
  const cellsOf = (series: string): Cell[] => {
    const key = `${metric}\0${series}`;
    let seriesCells = cells.get(key);
    if (!seriesCells) {
      seriesCells = Array.from({ length: scope.edges.length - 1 }, () => ({ n: 0, sum: 0, values: [] }));
      cells.set(key, seriesCells);
    }
    return seriesCells;
  };
  const unsplitCells = isSplit ? undefined : cellsOf("");
  observeMetric(metric, scope, (bucket, _row, value, series = "") => {
    const cell = (unsplitCells ?? cellsOf(series))[bucket];
    if (!cell) return;
    cell.n += 1;
    cell.sum += value;
    if (keepsValues) cell.values.push(value);
  });
}

function seriesNames(metric: MetricId, tables: readonly Table[]): readonly string[] {
  const { shape } = METRICS[metric];
  if (shape !== "states") return SERIES_OF_SHAPE[shape];
  const names = tables.flatMap(({ cells }) => [...cells.keys()].filter((key) => key.startsWith(`${metric}\0`)));
  return [...new Set(names.map((key) => key.slice(metric.length + 1)))].sort();
}

const NOTHING: Cell = { n: 0, sum: 0, values: [] };

function cellOf(metric: MetricId, series: string, { cells }: Table, bucket: number): Cell {
  const seriesName = hasSeries(metric) ? series : "";
  return cells.get(`${metric}\0${seriesName}`)?.[bucket] ?? NOTHING;
}

function valueOf(metric: MetricId, series: string, table: Table, bucket: number): number | null {
  const cell = cellOf(metric, series, table, bucket);
  const { n, sum } = cell;
  const { shape, needs } = METRICS[metric];
  const from = table.edges[bucket] ?? 0;
  const to = table.edges[bucket + 1] ?? 0;
  const part = percentileOf(metric, series);
  if (part !== null) return n < MIN_VALUES[part] ? null : percentile(sortedOf(cell), PERCENTILE[part]);
  if (shape === "share") return n === 0 ? null : sum / n;
  // An empty count is 0, but only within the time that the sources cover.
  if (to <= table.knownFrom[needs]) return null;
  if (metric === "throughput") return sum / weeksOf(from, to, table.nowMs);
  if (metric === "churn" && n === 0) {
    const commits = cellOf("commits", "value", table, bucket).n;
    return commits > 0 ? null : 0;
  }
  return sum;
}

/** The values of a bucket that are too few for a median. */
function fewOf(metric: MetricId, series: string, table: Table, bucket: number): number[] {
  if (percentileOf(metric, series) !== "median") return [];
  const cell = cellOf(metric, series, table, bucket);
  return cell.n < MIN_VALUES.median ? [...sortedOf(cell)] : [];
}

/** Which percentile a series is; null for other values. A state may have any name. */
function percentileOf(metric: MetricId, series: string): keyof typeof MIN_VALUES | null {
  const { shape } = METRICS[metric];
  if (shape === "states") return "median";
  return shape === "durations" ? (series as keyof typeof MIN_VALUES) : null;
}

const PERCENTILE = { median: 0.5, p75: 0.75, p90: 0.9 } as const;

const sortedOf = (cell: Cell): Float64Array => (cell.sorted ??= Float64Array.from(cell.values).sort());

/**
 * The value below which this part of the values lies, between two neighbours in proportion (type 7 of R. Hyndman and Y. Fan, "Sample
 * quantiles in statistical packages", 1996, which is PostgreSQL's percentile_cont). Null of nothing.
 * @param sorted ascending
 */
export function percentile(sorted: Float64Array, part: number): number | null {
  if (sorted.length === 0) return null;
  const position = (sorted.length - 1) * part;
  const low = sorted[Math.floor(position)] ?? 0;
  const high = sorted[Math.ceil(position)] ?? 0;
  return low + (high - low) * (position - Math.floor(position));
}
