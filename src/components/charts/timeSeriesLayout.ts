import { scaleBand, scaleLinear } from "@visx/scale";
import { largest, smallest } from "../../domain/extremes.ts";
import type { ChartBucket, ChartEvent, ChartSeries, ValueForm } from "./chartData.ts";
import { labelPositions, labelWidth } from "./chartLabels.ts";

/** Pixels. */
export const HEIGHT = 190;
export const MARGIN = { top: 12, right: 12, bottom: 24, left: 48 };
/** The largest share of the chart's width that names next to it may take. */
const NAMES_SHARE = 0.3;
/** Width of an event, in pixels; less where there are too many events to be near their time. */
const EVENT_WIDTH = 11;
/** Pixels for each label of the time axis. */
const LABEL_WIDTH = 64;
/** Steps of the axis of values, about. */
const STEPS = 4;

/** What a chart of values over time draws. */
export interface TimeSeriesInput {
  readonly kind: "bar" | "stacked" | "line";
  readonly buckets: readonly ChartBucket[];
  readonly series: readonly ChartSeries[];
  readonly form: ValueForm;
  readonly guide: { readonly name: string; readonly value: number } | null;
  readonly events: readonly ChartEvent[];
}

export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Sum of the first `places` series in a bucket: the base of the next one in a stack. */
export const heightBelow = (series: readonly ChartSeries[], places: number, bucket: number): number =>
  series.slice(0, places).reduce((sum, { values }) => sum + (values[bucket] ?? 0), 0);

/** All values that the axis has to contain. */
function valuesOf({ kind, buckets, series, guide }: TimeSeriesInput): readonly number[] {
  const drawn =
    kind === "stacked"
      ? buckets.map((_, bucket) => heightBelow(series, series.length, bucket))
      : series.flatMap(({ values, few }) => [...values.filter((value) => value !== null), ...(few ?? []).flat()]);
  return guide === null ? drawn : [...drawn, guide.value];
}

/**
 * The places of everything in a chart of values over time.
 * @param width of the chart in pixels
 */
export function timeSeriesLayout(input: TimeSeriesInput, width: number) {
  const { kind, buckets, series, form, events } = input;
  const isStacked = kind === "stacked";
  const hasNames = kind !== "bar" && series.length > 1;
  const names = series.map(({ name }) => name);
  const namesWidth = hasNames ? labelWidth(names, width * NAMES_SHARE) : 0;
  const right = width - MARGIN.right - namesWidth;
  const bottom = HEIGHT - MARGIN.bottom;
  const x = scaleBand({ domain: buckets.map((_, bucket) => bucket), range: [MARGIN.left, right], padding: 0.25 });
  const values = valuesOf(input);
  const maxValue = largest(values, 0) || 1;
  const unit = form.unitOf?.(maxValue) ?? 1;
  const axis = scaleLinear({
    domain: [smallest(values, 0) / unit, maxValue / unit],
    range: [bottom, MARGIN.top],
    nice: true,
  });
  const yOf = (value: number): number => axis(value / unit);
  const middleOf = (bucket: number): number => (x(bucket) ?? 0) + x.bandwidth() / 2;
  const eventX = events.map(({ bucket, share }) => middleOf(bucket) + (share - 0.5) * x.step());
  const eventWidth = Math.min(EVENT_WIDTH, (right - MARGIN.left) / 2 / Math.max(1, events.length));
  const every = Math.ceil(buckets.length / Math.max(1, Math.floor((right - MARGIN.left) / LABEL_WIDTH)));
  return {
    x,
    axis,
    unit,
    yOf,
    middleOf,
    right,
    bottom,
    hasNames,
    /** Pixels for the names of the series. */
    namesWidth,
    steps: axis.ticks(STEPS).filter((step) => form.isInteger !== true || Number.isInteger(step)),
    labelled: buckets.map((_, bucket) => bucket).filter((bucket) => bucket % every === 0),
    nameY: labelPositions(
      series.map((line, place) => {
        const last = line.values.findLastIndex((value) => value !== null);
        const value = line.values[last] ?? 0;
        return yOf(isStacked ? heightBelow(series, place, last) + value / 2 : value);
      }),
      bottom,
    ),
    /** The times of the events, and the places of their shapes without overlap. */
    eventX,
    shapeX: labelPositions(eventX, right, eventWidth),
    /** The bar of a value, which is never thinner than a pixel; only a zero has no height. */
    barOf(place: number, bucket: number, value: number): Rectangle {
      const band = isStacked ? x.bandwidth() : x.bandwidth() / series.length;
      const base = isStacked ? heightBelow(series, place, bucket) : 0;
      const [from, to] = [yOf(base), yOf(base + value)];
      return {
        x: (x(bucket) ?? 0) + (isStacked ? 0 : place * band),
        width: Math.max(1, band - (series.length > 1 ? 1 : 0)),
        y: Math.min(to, from),
        height: Math.max(value === 0 ? 0 : 1, Math.abs(to - from)),
      };
    },
  };
}

export type TimeSeriesLayout = ReturnType<typeof timeSeriesLayout>;
