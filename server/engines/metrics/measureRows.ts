/** The values of an own metric that counts rows, and the rows behind each of them. */
import { HOUR_MS } from "../../../contract/durations.ts";
import { MIN_VALUES } from "../../../contract/insights/metrics.ts";
import {
  COUNTABLES,
  type CountableName,
  fieldOfGroup,
  type OwnMetricBy,
  type OwnMetricGroup,
  type OwnMetricUnit,
} from "../../../contract/insights/ownMetricRules.ts";
import type { Aggregate, OwnMetricSeries, RowsDefinition, RowValue } from "../../../contract/insights/ownMetrics.ts";
import { newestFirst } from "../insights/drillDown.ts";
import { startOfSources } from "../insights/measure.ts";
import { bucketOf, type Window, weeksOf } from "../insights/periods.ts";
import type { EventRow, ViewRows } from "../insights/viewRows.ts";
import type { Attribute } from "./attributes.ts";
import { type Column, type Items, itemsOf, type NamedFacts } from "./countables.ts";
import { followedBy } from "./releaseItems.ts";
import { addRow, type Cells, groupRows, newSelectedRows, type SelectedRows } from "./groupRows.ts";
import { rowFilter } from "./rowFilter.ts";
import { selectPercentile } from "./selectPercentile.ts";

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
  if (value.kind === "followed") return "share";
  if (value.of.kind === "between") return "hours";
  return value.of.name === "lines" ? "lines" : "number";
}

/** Several projects count as one. A period is seen as it was when it ended. */
export function measureRows(projects: readonly NamedFacts[], definition: RowsDefinition, window: Window): MeasuredRows {
  const selected = projects.map((named) => selectRows(planOf(named, definition), window));
  const { groups, cells, leftOut } = groupRows(selected, window.buckets.length);
  const knownFrom = startOfSources(projects.map(({ facts }) => facts))[COUNTABLES[definition.of].needs];
  const reducer = reducerOf(definition.value, knownFrom);
  return {
    series: [
      seriesOf({ group: null, name: "" }, cells, 0, reducer, window),
      ...groups.map(({ key, name }, at) => seriesOf({ group: key, name }, cells, at + 1, reducer, window)),
    ],
    leftOut,
    values: cells.period(0).slice(),
  };
}

/** The rows of the period and of the one before, as columns: of a million rows no objects are made. */
function selectRows(
  { items, time, keeps, valueAt, by }: Plan,
  { edges, buckets, previousStart, previousEnd, nowMs }: Window,
): SelectedRows {
  const rows = newSelectedRows(items.length, by);
  const begin = Math.min(previousStart, edges[0] ?? Infinity);
  let bucket = -1;
  for (let item = 0; item < items.length; item += 1) {
    const at = time(item);
    if (!(at >= begin && at <= Math.max(nowMs, previousEnd))) continue;
    // Items are mostly in the order of their times, so that most are in the bucket of the one before.
    if (at > nowMs) bucket = -1;
    else if (!(bucket >= 0 && at >= (edges[bucket] ?? NaN) && at < (edges[bucket + 1] ?? NaN)))
      bucket = bucketOf(edges, at);
    const isInside = bucket >= 0 && bucket < buckets.length;
    const isBefore = at >= previousStart && at < previousEnd;
    if ((!isInside && !isBefore) || !keeps(item)) continue;
    const value = isInside ? valueAt(item, nowMs) : NaN;
    const before = isBefore ? valueAt(item, previousEnd) : NaN;
    if (!Number.isNaN(value) || !Number.isNaN(before)) addRow(rows, item, bucket, value, before);
  }
  return rows;
}

/** What a point is made of, the newest first. Its length is the point's n. */
export function rowsBehind(
  projects: readonly NamedFacts[],
  definition: RowsDefinition,
  window: Window,
  { bucket, group }: { readonly bucket?: string | undefined; readonly group?: string | undefined },
): ViewRows {
  const { edges, nowMs, buckets } = window;
  const position = bucket === undefined ? null : buckets.findIndex(({ start }) => start === bucket);
  const rows: EventRow[] = [];
  for (const named of projects) {
    const { items, time, keeps, valueAt, by } = planOf(named, definition);
    for (let item = 0; item < items.length; item += 1) {
      const at = time(item);
      const bucket = at <= nowMs ? bucketOf(edges, at) : -1;
      if (bucket < 0 || bucket >= buckets.length || (position !== null && bucket !== position) || !keeps(item))
        continue;
      const value = valueAt(item, nowMs);
      if (Number.isNaN(value) || (group !== undefined && by && !isOfGroup(by, item, group))) continue;
      const event = items.eventOf?.(item) ?? { person: -1, at };
      rows.push({ facts: named.facts, row: items.rowOf(item), value, ...event });
    }
  }
  const events = EVENTS[definition.of];
  if (events) return { kind: events, rows: rows.sort((a, b) => b.at - a.at || b.row - a.row) };
  const kind = COUNTABLES[definition.of].rows;
  return { kind, rows: newestFirst(rows, kind) };
}

/** Kinds whose rows are shown with who did it and when. */
const EVENTS: Partial<Record<CountableName, "review" | "page_change">> = {
  reviews: "review",
  page_changes: "page_change",
};

interface Plan {
  readonly items: Items;
  readonly time: Column;
  readonly keeps: (item: number) => boolean;
  /** What an item adds, as known at a moment; NaN where it has no value. */
  readonly valueAt: (item: number, nowMs: number) => number;
  readonly by: Attribute | null;
}

const nothing: Column = () => NaN;

/** The columns that a definition reads. */
function planOf(named: NamedFacts, { of, at, filter, by, value }: RowsDefinition): Plan {
  const items = itemsOf(of, named);
  const fits = rowFilter(filter, items);
  const keeps = (item: number): boolean => items.keeps(item) && fits(item);
  return {
    items,
    time: items.times[at] ?? nothing,
    keeps,
    valueAt: value.kind === "followed" ? followedAt(named, keeps, value.issues) : valueOf(value, items),
    by: by === null ? null : groupOf(by, items),
  };
}

function groupOf(by: OwnMetricBy, { attributes, fields }: Items): Attribute | null {
  const field = fieldOfGroup(by);
  return (field === null ? attributes[by as OwnMetricGroup] : fields?.(field)) ?? null;
}

/** @param keeps the releases that are counted. @param filter of the issues */
function followedAt(named: NamedFacts, keeps: Plan["keeps"], filter: string): Plan["valueAt"] {
  const items = itemsOf("issues", named);
  const fits = rowFilter(filter, items);
  const opened = named.facts.issues.createdAt.filter((_, issue) => items.keeps(issue) && fits(issue));
  return followedBy(named.facts, keeps, opened);
}

function valueOf(value: Exclude<Aggregate, { kind: "followed" }>, items: Items): Plan["valueAt"] {
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
  return (item, nowMs) => {
    const end = to(item);
    return end <= nowMs ? Math.max(0, end - from(item)) / HOUR_MS : NaN;
  };
}

/** Whether an item is of a group; the empty key is that of items without a value. */
function isOfGroup(by: Attribute, item: number, group: string): boolean {
  let isFound = false;
  let isAlone = true;
  by.each(item, (position) => {
    isAlone = false;
    isFound ||= by.keys[position] === group;
  });
  return isFound || (isAlone && group === "");
}

type Reducer = (values: Float64Array, from: number, to: number, nowMs: number) => number | null;

function reducerOf(value: Aggregate, knownFrom: number): Reducer {
  const sum = (values: Float64Array): number => values.reduce((total, number) => total + number, 0);
  // An empty count is 0, but only within the time that the sources cover.
  if (value.kind === "count") return (values, _, to) => (to <= knownFrom ? null : values.length);
  if (value.kind === "per_week")
    return (values, from, to, nowMs) => (to <= knownFrom ? null : values.length / weeksOf(from, to, nowMs));
  if (value.kind === "sum") return (values) => (values.length === 0 ? null : sum(values));
  if (value.kind === "share" || value.kind === "followed" || value.kind === "average")
    return (values) => (values.length === 0 ? null : sum(values) / values.length);
  const p = value.kind === "median" ? 50 : value.p;
  return (values) => (values.length < fewestFor(p) ? null : selectPercentile(values.slice(), p / 100));
}

/** Minimum number of values for percentile `p`, as in Insights: among fewer values, none need lie beyond it. */
const fewestFor = (p: number): number => Math.max(MIN_VALUES.median, Math.ceil(100 / Math.min(p, 100 - p)));

function seriesOf(
  { group, name }: Pick<OwnMetricSeries, "group" | "name">,
  cells: Cells,
  slot: number,
  reduce: Reducer,
  { buckets, edges, nowMs, previousStart, previousEnd }: Window,
): OwnMetricSeries {
  const [all, before] = [cells.period(slot), cells.before(slot)];
  return {
    group,
    name,
    values: buckets.map((_, at) => reduce(cells.bucket(slot, at), edges[at] ?? 0, edges[at + 1] ?? 0, nowMs)),
    n: buckets.map((_, at) => cells.bucket(slot, at).length),
    current: { value: reduce(all, edges[0] ?? 0, edges.at(-1) ?? 0, nowMs), n: all.length },
    previous: { value: reduce(before, previousStart, previousEnd, previousEnd), n: before.length },
  };
}
