import { AxisBottom, AxisLeft } from "@visx/axis";
import { scaleLog, scaleTime } from "@visx/scale";
import { useRef } from "react";
import { largest, smallest } from "../../domain/extremes.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { ValueForm } from "./chartData.ts";
import { useRovingTabIndex } from "../ui/useRovingTabIndex.ts";
import { labelPositions } from "./chartLabels.ts";
import { useElementWidth } from "../ui/useElementWidth.ts";
import styles from "./Chart.module.css";

export interface ScatterPoint {
  readonly id: string;
  readonly title: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly value: number;
  readonly href: string;
}

export interface ScatterPlotProps {
  label: string;
  /** Oldest first. */
  points: readonly ScatterPoint[];
  /** Values with a named guide line: the median, the 90th percentile. */
  guides: readonly { readonly name: string; readonly value: number }[];
  form: ValueForm;
}

const HEIGHT = 260;
const MARGIN = { top: 12, right: 64, bottom: 24, left: 56 };
/** Lower values are drawn as this: a logarithmic axis has no zero. */
const MIN_VALUE = 0.1;
/** Width of a date below the axis, in pixels, with the space next to it. */
const DATE_WIDTH = 84;

/** A point per finished item: completion time and duration (logarithmic). Arrow keys move, Enter opens. */
export function ScatterPlot({ label, points, guides, form }: ScatterPlotProps) {
  const { format } = useTranslation("states");
  const box = useRef<HTMLDivElement>(null);
  const width = useElementWidth(box);
  const right = width - MARGIN.right;
  const bottom = HEIGHT - MARGIN.bottom;
  const times = points.map(({ at }) => at);
  const values = points.map(({ value }) => value);
  const x = scaleTime({ domain: [smallest(times), largest(times)], range: [MARGIN.left, right] });
  const y = scaleLog({
    domain: [Math.max(MIN_VALUE, smallest(values)), largest(values, 1)],
    range: [bottom, MARGIN.top],
    nice: true,
    clamp: true,
  });
  const guideY = labelPositions(
    guides.map(({ value }) => y(value)),
    bottom,
  );
  const days = x.ticks(Math.max(2, Math.floor(width / 140)));
  const [first = 0, second = 0] = days.map((day) => x(day));
  const labelStep = Math.max(1, Math.ceil(DATE_WIDTH / Math.max(1, second - first)));
  const item = useRovingTabIndex(points.length, { axis: "horizontal" });
  // Only powers of ten are labelled: a logarithmic axis would label each step between them.
  const [minValue = 0, maxValue = 0] = y.domain();
  const ticks =
    form.steps?.filter((step) => step >= minValue && step <= maxValue) ??
    y.ticks().filter((tick) => Number.isInteger(Math.log10(tick)));
  return (
    <div ref={box} className={styles.chart}>
      <svg width={width} height={HEIGHT} role="group" aria-label={label}>
        <g aria-hidden="true">
          {ticks.map((tick) => (
            <line key={tick} x1={MARGIN.left} x2={right} y1={y(tick)} y2={y(tick)} className={styles.grid} />
          ))}
          <AxisLeft
            scale={y}
            left={MARGIN.left}
            tickValues={ticks}
            hideAxisLine
            hideTicks
            tickFormat={(tick) => form.tick(Number(tick), form.unitOf?.(Number(tick)))}
            tickClassName={styles.tick}
          />
          <AxisBottom
            scale={x}
            top={bottom}
            tickValues={days.filter((_, i) => i % labelStep === 0)}
            hideTicks
            axisLineClassName={styles.axis}
            tickFormat={(tick) => format.date(tick.valueOf())}
            tickClassName={styles.tick}
          />
          {guides.map(({ name, value }, i) => (
            <g key={name}>
              <line x1={MARGIN.left} x2={right} y1={y(value)} y2={y(value)} className={styles.guide} />
              <text x={right + 4} y={guideY[i]} dy="0.32em" className={styles.guideName}>
                {name}
              </text>
            </g>
          ))}
        </g>
        {points.map(({ id, title, at, value, href }, i) => (
          <a
            key={id}
            href={href}
            {...item(i)}
            aria-label={`${title}, ${format.date(at)}, ${form.full(value)}`}
            className={styles.point}
          >
            <title>{`${title}, ${form.full(value)}`}</title>
            <circle cx={x(at)} cy={y(Math.max(MIN_VALUE, value))} r={4} />
          </a>
        ))}
      </svg>
    </div>
  );
}
