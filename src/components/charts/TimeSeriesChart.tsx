import { AxisBottom, AxisLeft } from "@visx/axis";
import { LinePath } from "@visx/shape";
import { useId, useRef } from "react";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { ChartBucket, ChartEvent, ChartSeries, ValueForm } from "./chartData.ts";
import { useRovingTabIndex } from "../ui/useRovingTabIndex.ts";
import { truncateLabel } from "./chartLabels.ts";
import { useElementWidth } from "../ui/useElementWidth.ts";
import { HEIGHT, MARGIN, timeSeriesLayout, type TimeSeriesInput, type TimeSeriesLayout } from "./timeSeriesLayout.ts";
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
  events?: readonly ChartEvent[];
  /** Opens the drill-down of a bucket. */
  onOpen?: ((bucket: number) => void) | undefined;
}

const GUIDE_NAME_HEIGHT = 14;
const NO_EVENTS: readonly ChartEvent[] = [];
/** Outlines of the events, around the middle of their top: a triangle, a diamond and a square. */
const EVENT_SHAPES = {
  release: "M-4 9L0 2L4 9Z",
  incident: "M0 1L5 6L0 11L-5 6Z",
  note: "M-3.5 2.5H3.5V9.5H-3.5Z",
} as const;

/** Values over time. Arrow keys move between buckets, Enter opens the drill-down; missing values are gaps. */
export function TimeSeriesChart(props: TimeSeriesChartProps) {
  const { label, kind, buckets, series, form, guide = null, events = NO_EVENTS, onOpen } = props;
  const { t } = useTranslation("charts");
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const input: TimeSeriesInput = { kind, buckets, series, form, guide, events };
  const width = useElementWidth(box);
  const parts: PartProps = { input, layout: timeSeriesLayout(input, width) };
  const partialId = `${id}-partial`;
  return (
    <div ref={box} className={styles.chart}>
      <svg
        width={width}
        height={HEIGHT}
        role="group"
        aria-label={guide === null ? label : t("chart.guide", { name: label, guide: guide.name })}
      >
        <PartialPattern id={partialId} />
        <g aria-hidden="true">
          <Axes {...parts} />
          {kind === "line" ? <Lines {...parts} /> : <Bars {...parts} partialId={partialId} />}
          {kind === "stacked" ? <StackNames {...parts} /> : <FewValues {...parts} />}
          <Events {...parts} />
          <Guide {...parts} />
        </g>
        <Targets {...parts} onOpen={onOpen} />
      </svg>
    </div>
  );
}

interface PartProps {
  input: TimeSeriesInput;
  layout: TimeSeriesLayout;
}

/** The filling of an incomplete bucket. */
function PartialPattern({ id }: { id: string }) {
  return (
    <defs>
      <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="6" height="6" className={styles.partialGround} />
        <rect width="2.5" height="6" className={styles.partialStripe} />
      </pattern>
    </defs>
  );
}

function Axes({ input: { buckets, form }, layout }: PartProps) {
  const { steps, right, bottom, axis, x, unit, labelled } = layout;
  return (
    <>
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
        tickValues={labelled}
        tickFormat={(tick) => buckets[Number(tick)]?.label ?? ""}
        tickClassName={styles.tick}
      />
    </>
  );
}

function Bars({ input: { kind, buckets, series }, layout, partialId }: PartProps & { partialId: string }) {
  const isStacked = kind === "stacked";
  return series.map((line, place) =>
    line.values.map((value, bucket) => {
      if (value === null) return null;
      const isPartial = buckets[bucket]?.isPartial === true;
      return (
        <rect
          // A bucket has no other identity than its position.
          key={`${line.id}-${bucket}`}
          data-series={place}
          {...layout.barOf(place, bucket, value)}
          className={isStacked && isPartial ? styles.partialPart : styles.bar}
          {...(isPartial && !isStacked && { style: { fill: `url(#${partialId})` } })}
        />
      );
    }),
  );
}

function Lines({ input: { buckets, series }, layout }: PartProps) {
  const { middleOf, yOf, hasNames, namesWidth, right, nameY } = layout;
  return series.map((line, place) => (
    <Line
      key={line.id}
      series={line}
      seriesIndex={place}
      buckets={buckets}
      xOf={middleOf}
      yOf={yOf}
      name={hasNames ? { text: truncateLabel(line.name, namesWidth), x: right + 6, y: nameY[place] ?? 0 } : null}
    />
  ));
}

/** Values of buckets with too few for a point of the line. */
function FewValues({ input: { series }, layout: { middleOf, yOf } }: PartProps) {
  return series.map(({ id, few }, place) => (
    <g key={id} data-series={place}>
      {few?.map((values, bucket) =>
        values.map((value, at) => (
          // A value has no other identity than its position.
          <circle key={`${bucket}-${at}`} cx={middleOf(bucket)} cy={yOf(value)} r={2} className={styles.few} />
        )),
      )}
    </g>
  ));
}

function StackNames({ input: { series }, layout: { hasNames, namesWidth, right, nameY } }: PartProps) {
  if (!hasNames) return null;
  return series.map(({ id, name }, place) => (
    <text key={id} data-series={place} x={right + 6} y={nameY[place] ?? 0} dy="0.32em" className={styles.seriesName}>
      {truncateLabel(name, namesWidth)}
    </text>
  ));
}

function Events({ input: { events }, layout: { eventX, shapeX, bottom } }: PartProps) {
  return events.map(({ id, kind }, place) => (
    <g key={id} className={styles.event} data-kind={kind}>
      <line x1={eventX[place]} x2={eventX[place]} y1={MARGIN.top} y2={bottom} />
      <path d={EVENT_SHAPES[kind]} transform={`translate(${shapeX[place] ?? 0} 0)`} />
    </g>
  ));
}

function Guide({ input: { guide }, layout: { right, yOf } }: PartProps) {
  if (guide === null) return null;
  const y = yOf(guide.value);
  // Above its line, and below it where the chart begins.
  const nameY = y - GUIDE_NAME_HEIGHT < 0 ? y + GUIDE_NAME_HEIGHT : y - 4;
  return (
    <>
      <line x1={MARGIN.left} x2={right} y1={y} y2={y} className={styles.guide} />
      <text x={MARGIN.left + 4} y={nameY} className={styles.guideName}>
        {guide.name}
      </text>
    </>
  );
}

/** What is read and pressed: one button for each bucket. */
function Targets({ input, layout, onOpen }: PartProps & Pick<TimeSeriesChartProps, "onOpen">) {
  const { t, format } = useTranslation("charts");
  const { buckets, series, form, events } = input;
  const { middleOf, x, bottom } = layout;
  const item = useRovingTabIndex(buckets.length, { axis: "horizontal" });
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
      ...events.filter((event) => event.bucket === bucket).map(({ name }) => name),
    ].join(", ");
  return buckets.map((bucket, i) => (
    <rect
      key={bucket.name}
      {...item(i, () => onOpen?.(i))}
      role="button"
      aria-label={describe(i)}
      aria-disabled={onOpen === undefined}
      x={middleOf(i) - x.step() / 2}
      width={x.step()}
      y={0}
      height={bottom}
      className={styles.target}
      onClick={() => onOpen?.(i)}
    >
      <title>{describe(i)}</title>
    </rect>
  ));
}

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
