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
  const known = values.filter((value) => value !== null);
  const [least, most] = [smallest(known, 0), largest(known, 0)];
  const range = most - least || 1;
  const pathOf = (value: number | null, at: number): string => {
    if (value === null) return "";
    const y = HEIGHT - ((value - least) / range) * HEIGHT;
    // A value between two gaps is a short line of its own.
    const begins = values[at - 1] == null;
    return `${begins ? "M" : "L"}${at * STEP} ${y}${begins && values[at + 1] == null ? "h2" : ""}`;
  };
  return (
    <svg
      className={styles.line}
      viewBox={`0 0 ${Math.max(1, values.length - 1) * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={values.map(pathOf).join("")} />
    </svg>
  );
}
