import { largest, smallest } from "../../domain/extremes.ts";
import styles from "./Sparkline.module.css";

export interface SparklineProps {
  /** One per bucket, the oldest first; null is a gap. */
  values: readonly (number | null)[];
}

/** Units of the picture, which is stretched to its place. */
const STEP = 10;
const HEIGHT = 20;

/** The course of a metric without axes, next to its number. Decorative: the chart that it links to has its values. */
export function Sparkline({ values }: SparklineProps) {
  const present = values.filter((value) => value !== null);
  const minValue = smallest(present, 0);
  const range = largest(present, 0) - minValue || 1;
  const pointOf = (value: number, at: number): string =>
    `${at * STEP} ${HEIGHT - ((value - minValue) / range) * HEIGHT}`;
  const isGap = (at: number): boolean => values[at] == null;
  const line = values.map((value, at) => (value === null ? "" : `${isGap(at - 1) ? "M" : "L"}${pointOf(value, at)}`));
  // A value between two gaps has no line: a line of no length with round ends is a dot.
  const dots = values.map((value, at) =>
    value !== null && isGap(at - 1) && isGap(at + 1) ? `M${pointOf(value, at)}h0` : "",
  );
  return (
    <svg
      className={styles.line}
      viewBox={`0 0 ${Math.max(1, values.length - 1) * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={line.join("")} />
      <path d={dots.join("")} className={styles.dots} />
    </svg>
  );
}
