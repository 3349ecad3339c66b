import { AxisBottom, AxisLeft } from "@visx/axis";
import { scaleBand, scaleLinear } from "@visx/scale";
import { LinePath } from "@visx/shape";
import { useId, useRef } from "react";
import { largest, smallest } from "../../domain/extremes.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { ChartBucket, ChartMark, ChartSeries, ValueForm } from "./chartData.ts";
import { useRovingTabIndex } from "../ui/useRovingTabIndex.ts";
import { truncateLabel, labelPositions, labelWidth } from "./chartLabels.ts";
import { useElementWidth } from "../ui/useElementWidth.ts";
import styles from "./Chart.module.css";

export interface TimeSeriesChartProps {
  /** The accessible name of the chart. */
  label: string;
  /** `stacked`: one bar per bucket, with the series on top of one another. */
  kind: "bar" | "stacked" | "line";
  buckets: readonly ChartBucket[];
  /** The first has the strongest colour. */
  series: readonly ChartSeries[];
  form: ValueForm;
  /** A value that is drawn as a named line over the whole chart: a target. */
  guide?: { readonly name: string; readonly value: number } | null;
  /** What happened meanwhile: drawn at its time, and read with its bucket. */
  marks?: readonly ChartMark[];
  /** Opens the drill-down of a bucket. */
  onOpen?: ((bucket: number) => void) | undefined;
}

const HEIGHT = 190;
const MARGIN = { top: 12, right: 12, bottom: 24, left: 48 };
/** The largest share of the chart's width that names next to it may take. */
const NAMES_SHARE = 0.3;
const GUIDE_NAME_HEIGHT = 14;
const NO_MARKS: readonly ChartMark[] = [];
/** Of a mark, in pixels; less where most of too many would be far from their time. */
const MARK_WIDTH = 11;
/** Outlines of the marks, around the middle of their top: a triangle, a diamond and a square. */
const MARK_SHAPES = {
  release: "M-4 9L0 2L4 9Z",
  incident: "M0 1L5 6L0 11L-5 6Z",
  note: "M-3.5 2.5H3.5V9.5H-3.5Z",
} as const;

/** Values over time. Arrow keys move between buckets, Enter opens the drill-down; missing values are gaps. */
export function TimeSeriesChart({
  label,
  kind,
  buckets,
  series,
  form,
  guide = null,
  marks = NO_MARKS,
  onOpen,
}: TimeSeriesChartProps) {
  const { t, format } = useTranslation("charts");
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const width = useElementWidth(box);
  const names = kind !== "bar" && series.length > 1;
  const isStacked = kind === "stacked";
  const room = names
    ? labelWidth(
        series.map(({ name }) => name),
        width * NAMES_SHARE,
      )
    : 0;
  const right = width - MARGIN.right - room;
  const bottom = HEIGHT - MARGIN.bottom;
  const drawn = isStacked
    ? buckets.map((_, bucket) => heightBelow(series, series.length, bucket))
    : series.flatMap(({ values, few }) => [...values.filter((value) => value !== null), ...(few ?? []).flat()]);
  const all = guide === null ? drawn : [...drawn, guide.value];
  const x = scaleBand({ domain: buckets.map((_, i) => i), range: [MARGIN.left, right], padding: 0.25 });
  const most = largest(all, 0) || 1;
  const unit = form.unitOf?.(most) ?? 1;
  const axis = scaleLinear({
    domain: [smallest(all, 0) / unit, most / unit],
    range: [bottom, MARGIN.top],
    nice: true,
  });
  const y = (value: number): number => axis(value / unit);
  const steps = axis.ticks(4).filter((step) => form.isInteger !== true || Number.isInteger(step));
  const middle = (bucket: number): number => (x(bucket) ?? 0) + x.bandwidth() / 2;
  const nameY = labelPositions(
    series.map(({ values }, seriesIndex) => {
      const last = values.findLastIndex((value) => value !== null);
      const value = values[last] ?? 0;
      return y(isStacked ? heightBelow(series, seriesIndex, last) + value / 2 : value);
    }),
    bottom,
  );
  const markX = marks.map(({ bucket, share }) => middle(bucket) + (share - 0.5) * x.step());
  const markWidth = Math.min(MARK_WIDTH, (right - MARGIN.left) / 2 / Math.max(1, marks.length));
  const shapeX = labelPositions(markX, right, markWidth);
  const every = Math.ceil(buckets.length / Math.max(1, Math.floor((right - MARGIN.left) / 64)));

  const describe = (bucket: number): string =>
    [
      buckets[bucket]?.name ?? "",
      ...series.map(({ name, values, n, few }) =>
        values[bucket] == null
          ? few?.[bucket]?.length
            ? t("chart.few", { values: format.list(few[bucket].map(form.full)), count: few[bucket].length })
            : t("chart.gap", { name })
          : t("chart.point", { name, value: form.full(values[bucket]), count: n[bucket] ?? 0 }),
      ),
      ...(buckets[bucket]?.isPartial ? [t("chart.partial")] : []),
      ...marks.filter((mark) => mark.bucket === bucket).map(({ name }) => name),
    ].join(", ");
  const item = useRovingTabIndex(buckets.length, { axis: "horizontal" });

  return (
    <div ref={box} className={styles.chart}>
      <svg
        width={width}
        height={HEIGHT}
        role="group"
        aria-label={guide === null ? label : t("chart.guide", { name: label, guide: guide.name })}
      >
        <defs>
          <pattern
            id={`${id}-partial`}
            width="6"
            height="6"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect width="6" height="6" className={styles.partialGround} />
            <rect width="2.5" height="6" className={styles.partialStripe} />
          </pattern>
        </defs>
        <g aria-hidden="true">
          {steps.map((tick) => (
            <line key={tick} x1={MARGIN.left} x2={right} y1={axis(tick)} y2={axis(tick)} className={styles.grid} />
          ))}
          <AxisLeft
            scale={axis}
            left={MARGIN.left}
            tickValues={steps}
            hideAxisLine
            hideTicks
            tickFormat={(tick) => form.tick(Number(tick) * unit, unit)}
            tickClassName={styles.tick}
          />
          <AxisBottom
            scale={x}
            top={bottom}
            hideTicks
            axisLineClassName={styles.axis}
            tickValues={buckets.map((_, i) => i).filter((i) => i % every === 0)}
            tickFormat={(tick) => buckets[Number(tick)]?.label ?? ""}
            tickClassName={styles.tick}
          />
          {kind !== "line"
            ? series.map((one, seriesIndex) =>
                one.values.map((value, bucket) => {
                  if (value === null) return null;
                  const band = isStacked ? x.bandwidth() : x.bandwidth() / series.length;
                  const from = isStacked ? heightBelow(series, seriesIndex, bucket) : 0;
                  const isPartial = buckets[bucket]?.isPartial === true;
                  return (
                    <rect
                      // A bucket has no other identity than its position.
                      key={`${one.id}-${bucket}`}
                      data-series={seriesIndex}
                      x={(x(bucket) ?? 0) + (isStacked ? 0 : seriesIndex * band)}
                      width={Math.max(1, band - (series.length > 1 ? 1 : 0))}
                      y={Math.min(y(from + value), y(from))}
                      height={Math.max(value === 0 ? 0 : 1, Math.abs(y(from + value) - y(from)))}
                      className={isStacked && isPartial ? styles.partialPart : styles.bar}
                      {...(isPartial && !isStacked && { style: { fill: `url(#${id}-partial)` } })}
                    />
                  );
                }),
              )
            : series.map((one, seriesIndex) => (
                <Line
                  key={one.id}
                  series={one}
                  seriesIndex={seriesIndex}
                  buckets={buckets}
                  xOf={middle}
                  yOf={y}
                  name={
                    names ? { text: truncateLabel(one.name, room), x: right + 6, y: nameY[seriesIndex] ?? 0 } : null
                  }
                />
              ))}
          {!isStacked &&
            series.map(({ id: of, few }, seriesIndex) => (
              <g key={of} data-series={seriesIndex}>
                {few?.map((values, bucket) =>
                  values.map((value, at) => (
                    // A value has no other identity than its position.
                    <circle key={`${bucket}-${at}`} cx={middle(bucket)} cy={y(value)} r={2} className={styles.few} />
                  )),
                )}
              </g>
            ))}
          {isStacked &&
            names &&
            series.map(({ id: series, name }, seriesIndex) => (
              <text
                key={series}
                data-series={seriesIndex}
                x={right + 6}
                y={nameY[seriesIndex] ?? 0}
                dy="0.32em"
                className={styles.seriesName}
              >
                {truncateLabel(name, room)}
              </text>
            ))}
          {marks.map(({ id: mark, kind: shape }, i) => (
            <g key={mark} className={styles.mark} data-kind={shape}>
              <line x1={markX[i]} x2={markX[i]} y1={MARGIN.top} y2={bottom} />
              <path d={MARK_SHAPES[shape]} transform={`translate(${shapeX[i] ?? 0} 0)`} />
            </g>
          ))}
          {guide !== null && (
            <>
              <line x1={MARGIN.left} x2={right} y1={y(guide.value)} y2={y(guide.value)} className={styles.guide} />
              <text x={MARGIN.left + 4} y={guideNameY(y(guide.value))} className={styles.guideName}>
                {guide.name}
              </text>
            </>
          )}
        </g>
        {buckets.map((bucket, i) => (
          <rect
            key={bucket.name}
            {...item(i, () => onOpen?.(i))}
            role="button"
            aria-label={describe(i)}
            aria-disabled={onOpen === undefined}
            x={middle(i) - x.step() / 2}
            width={x.step()}
            y={0}
            height={bottom}
            className={styles.target}
            onClick={() => onOpen?.(i)}
          >
            <title>{describe(i)}</title>
          </rect>
        ))}
      </svg>
    </div>
  );
}

/** Above its line, and below it where the chart begins. */
const guideNameY = (line: number): number => (line - GUIDE_NAME_HEIGHT < 0 ? line + GUIDE_NAME_HEIGHT : line - 4);

interface LineProps {
  series: ChartSeries;
  seriesIndex: number;
  buckets: readonly ChartBucket[];
  xOf: (bucket: number) => number;
  yOf: (value: number) => number;
  /** Position of the name; null for none. */
  name: { text: string; x: number; y: number } | null;
}

/** One line, broken where a value is missing; the point of an incomplete bucket is hollow. */
function Line({ series, seriesIndex, buckets, xOf, yOf, name }: LineProps) {
  const points = series.values.map((value, bucket) => ({ value, bucket }));
  return (
    <g data-series={seriesIndex}>
      <LinePath
        data={points}
        defined={({ value }) => value !== null}
        x={({ bucket }) => xOf(bucket)}
        y={({ value }) => yOf(value ?? 0)}
        className={styles.line}
      />
      {points.map(({ value, bucket }) =>
        value === null ? null : (
          <circle
            key={bucket}
            cx={xOf(bucket)}
            cy={yOf(value)}
            r={buckets[bucket]?.isPartial ? 3.5 : 2.5}
            className={buckets[bucket]?.isPartial ? styles.hollow : styles.dot}
          />
        ),
      )}
      {name !== null && points.some(({ value }) => value !== null) && (
        <text x={name.x} y={name.y} dy="0.32em" className={styles.seriesName}>
          {name.text}
        </text>
      )}
    </g>
  );
}

/** Sum of the first `places` series in a bucket: the base of the next one in a stack. */
const heightBelow = (series: readonly ChartSeries[], places: number, bucket: number): number =>
  series.slice(0, places).reduce((sum, { values }) => sum + (values[bucket] ?? 0), 0);
