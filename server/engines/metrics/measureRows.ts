/** The values of a metric of one's own that counts rows, and the rows behind each of them. */
import { HOUR_MS } from "../../../contract/durations.ts";
import { MIN_VALUES } from "../../../contract/metrics.ts";
import { COUNTABLES, OWN_METRIC_LIMITS, type OwnMetricUnit } from "../../../contract/ownMetricRules.ts";
import type { Aggregate, OwnMetricSeries, RowsDefinition, RowValue } from "../../../contract/ownMetrics.ts";
import type { DrillDownRow } from "../insights/drillDown.ts";
import { newestFirst } from "../insights/drillDown.ts";
import { percentile, startOfSources } from "../insights/measure.ts";
import { bucketOf, type Window, weeksOf } from "../insights/periods.ts";
import type { ViewRows } from "../insights/viewRows.ts";
import type { Attribute } from "./attributes.ts";
import { type Column, type Items, itemsOf, type NamedFacts } from "./countables.ts";
import { rowFilter } from "./rowFilter.ts";

export interface MeasuredRows {
  /** All rows, then the largest groups. */
  readonly series: readonly OwnMetricSeries[];
  readonly leftOut: number;
  /** The values of the whole period. */
  readonly values: Float64Array;
}

/** The unit of what rows become. */
export function unitOf({ value }: Pick<RowsDefinition, "value">): OwnMetricUnit {
  if (value.kind === "count" || value.kind === "per_week" || value.kind === "share") return value.kind;
  if (value.of.kind === "between") return "hours";
  return value.of.name === "lines" ? "lines" : "number";
}

interface Cells {
  readonly name: string;
  readonly buckets: number[][];
  readonly before: number[];
}

/** Several projects count as one. A period is seen as it was when it ended. */
export function measureRows(projects: readonly NamedFacts[], definition: RowsDefinition, window: Window): MeasuredRows {
  const newCells = (name: string): Cells => ({ name, buckets: window.buckets.map(() => []), before: [] });
  const total = newCells("");
  const { groups, leftOut } = largestGroups(projects, definition, window);
  const cells = new Map(Array.from(groups, ([key, name]) => [key, newCells(name)]));
  eachRow(projects, definition, window, (row) => {
    add(total, row);
    row.eachGroup((key) => {
      const found = cells.get(key);
      if (found) add(found, row);
    });
  });
  const knownFrom = startOfSources(projects.map(({ facts }) => facts))[COUNTABLES[definition.of].needs];
  const reducer = reducerOf(definition.value, knownFrom);
  return {
    series: [
      seriesOf(null, total, reducer, window),
      ...Array.from(cells, ([key, cell]) => seriesOf(key, cell, reducer, window)),
    ],
    leftOut,
    values: Float64Array.from(total.buckets.flat()),
  };
}

/** A row with its values in the period and in the one before; NaN where it has none there. */
interface MeasuredRow {
  readonly bucket: number;
  readonly value: number;
  readonly valueBefore: number;
  readonly eachGroup: (visit: (key: string, name: string) => void) => void;
}

function eachRow(
  projects: readonly NamedFacts[],
  definition: RowsDefinition,
  { edges, buckets, previousStart, previousEnd, now }: Window,
  visit: (row: MeasuredRow) => void,
): void {
  for (const named of projects) {
    const { items, time, keeps, valueAt, by } = planOf(named, definition);
    for (let item = 0; item < items.length; item += 1) {
      const at = time(item);
      const bucket = at <= now ? bucketOf(edges, at) : -1;
      const isInside = bucket >= 0 && bucket < buckets.length;
      const isBefore = at >= previousStart && at < previousEnd;
      if ((!isInside && !isBefore) || !keeps(item)) continue;
      visit({
        bucket,
        value: isInside ? valueAt(item, now) : NaN,
        valueBefore: isBefore ? valueAt(item, previousEnd) : NaN,
        eachGroup: (group) => by && eachGroup(by, item, group),
      });
    }
  }
}

/** The names of the largest groups, by their keys. Only these get cells: a project can have a group for each of its items. */
function largestGroups(projects: readonly NamedFacts[], definition: RowsDefinition, window: Window) {
  const counts = new Map<string, { readonly key: string; readonly name: string; current: number; previous: number }>();
  if (definition.by !== null)
    eachRow(projects, definition, window, ({ value, valueBefore, eachGroup: each }) => {
      each((key, name) => {
        const found = counts.get(key) ?? { key, name, current: 0, previous: 0 };
        counts.set(key, found);
        if (!Number.isNaN(value)) found.current += 1;
        if (!Number.isNaN(valueBefore)) found.previous += 1;
      });
    });
  const ranked = [...counts.values()]
    .filter(({ current, previous }) => current + previous > 0)
    .sort((a, b) => b.current - a.current || b.previous - a.previous || a.name.localeCompare(b.name));
  return {
    groups: new Map(ranked.slice(0, OWN_METRIC_LIMITS.groups).map(({ key, name }) => [key, name])),
    leftOut: Math.max(0, ranked.length - OWN_METRIC_LIMITS.groups),
  };
}

function add({ buckets, before }: Cells, { bucket, value, valueBefore }: MeasuredRow): void {
  if (!Number.isNaN(value)) buckets[bucket]?.push(value);
  if (!Number.isNaN(valueBefore)) before.push(valueBefore);
}

/** What a point is made of, the newest first. Its length is the point's n. */
export function rowsBehind(
  projects: readonly NamedFacts[],
  definition: RowsDefinition,
  window: Window,
  { bucket, group }: { readonly bucket?: string | undefined; readonly group?: string | undefined },
): ViewRows {
  const { edges, now, buckets } = window;
  const place = bucket === undefined ? null : buckets.findIndex(({ start }) => start === bucket);
  const rows: (DrillDownRow & { readonly reviewer: number; readonly at: number })[] = [];
  for (const named of projects) {
    const { items, time, keeps, valueAt, by } = planOf(named, definition);
    for (let item = 0; item < items.length; item += 1) {
      const at = time(item);
      const found = at <= now ? bucketOf(edges, at) : -1;
      if (found < 0 || found >= buckets.length || (place !== null && found !== place) || !keeps(item)) continue;
      const value = valueAt(item, now);
      if (Number.isNaN(value) || (group !== undefined && by && !isOfGroup(by, item, group))) continue;
      const review = items.reviewOf?.(item) ?? { reviewer: -1, at };
      rows.push({ facts: named.facts, row: items.rowOf(item), value, ...review });
    }
  }
  if (definition.of === "reviews") return { kind: "review", rows: rows.sort((a, b) => b.at - a.at || b.row - a.row) };
  const kind = COUNTABLES[definition.of].rows;
  return { kind, rows: newestFirst(rows, kind) };
}

interface Plan {
  readonly items: Items;
  readonly time: Column;
  readonly keeps: (item: number) => boolean;
  /** What an item adds, as known at a moment; NaN where it has no value. */
  readonly valueAt: (item: number, now: number) => number;
  readonly by: Attribute | null;
}

const nothing: Column = () => NaN;

/** The columns that a definition reads. */
function planOf(named: NamedFacts, { of, at, filter, by, value }: RowsDefinition): Plan {
  const items = itemsOf(of, named);
  const fits = rowFilter(filter, items);
  return {
    items,
    time: items.times[at] ?? nothing,
    keeps: (item) => items.keeps(item) && fits(item),
    valueAt: valueOf(value, items),
    by: by === null ? null : (items.attributes[by] ?? null),
  };
}

function valueOf(value: Aggregate, items: Items): Plan["valueAt"] {
  if (value.kind === "count" || value.kind === "per_week") return () => 1;
  if (value.kind === "share") {
    const isPart = rowFilter(value.part, items);
    return (item) => (isPart(item) ? 1 : 0);
  }
  return measured(value.of, items);
}

function measured(of: RowValue, { numbers, times }: Items): Plan["valueAt"] {
  if (of.kind === "number") return numbers[of.name] ?? nothing;
  const [from = nothing, to = nothing] = [times[of.from], times[of.to]];
  return (item, now) => {
    const end = to(item);
    return end <= now ? Math.max(0, end - from(item)) / HOUR_MS : NaN;
  };
}

/** Calls `visit` with each group of an item; with an empty key where it has none. */
function eachGroup(by: Attribute, item: number, visit: (key: string, name: string) => void): void {
  let isAlone = true;
  by.each(item, (place) => {
    isAlone = false;
    visit(by.keys[place] ?? "", by.names[place] ?? "");
  });
  if (isAlone) visit("", "");
}

function isOfGroup(by: Attribute, item: number, group: string): boolean {
  let isFound = false;
  eachGroup(by, item, (key) => (isFound ||= key === group));
  return isFound;
}

type Reducer = (values: readonly number[], from: number, to: number, now: number) => number | null;

function reducerOf(value: Aggregate, knownFrom: number): Reducer {
  const sum = (values: readonly number[]): number => values.reduce((total, point) => total + point, 0);
  // An empty count is 0, but only within the time that the sources cover.
  if (value.kind === "count") return (values, _, to) => (to <= knownFrom ? null : values.length);
  if (value.kind === "per_week")
    return (values, from, to, now) => (to <= knownFrom ? null : values.length / weeksOf(from, to, now));
  if (value.kind === "sum") return (values) => (values.length === 0 ? null : sum(values));
  if (value.kind === "share" || value.kind === "average")
    return (values) => (values.length === 0 ? null : sum(values) / values.length);
  const p = value.kind === "median" ? 50 : value.p;
  return (values) => (values.length < fewestFor(p) ? null : percentile(Float64Array.from(values).sort(), p / 100));
}

/** Of fewer values, none need lie beyond the percentile, as for those of Insights. */
const fewestFor = (p: number): number => Math.max(MIN_VALUES.median, Math.ceil(100 / Math.min(p, 100 - p)));

function seriesOf(group: string | null, { name, buckets, before }: Cells, reduce: Reducer, window: Window) {
  const { edges, now, previousStart, previousEnd } = window;
  const all = buckets.flat();
  return {
    group,
    name,
    values: buckets.map((values, at) => reduce(values, edges[at] ?? 0, edges[at + 1] ?? 0, now)),
    n: buckets.map(({ length }) => length),
    current: { value: reduce(all, edges[0] ?? 0, edges.at(-1) ?? 0, now), n: all.length },
    previous: { value: reduce(before, previousStart, previousEnd, previousEnd), n: before.length },
  };
}
