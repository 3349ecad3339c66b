import { largest } from "../../domain/extremes.ts";
import styles from "./WeeklyBars.module.css";

export interface WeeklyBarsProps {
  /** The accessible name: it has what the bars show, because they are one picture. */
  label: string;
  /** One value per bar, the oldest first. */
  values: readonly number[];
  /** The tooltip of each bar. */
  titles: readonly string[];
}

/** Units of the picture per bar, with its gap, and its height. It is stretched to its place, whose size does not depend on the values. */
const STEP = 10;
const BAR = 7;
const HEIGHT = 40;

/** Counts over time without axes, for a number next to it. */
export function WeeklyBars({ label, values, titles }: WeeklyBarsProps) {
  const maxValue = largest(values, 0) || 1;
  return (
    <svg
      className={styles.bars}
      viewBox={`0 0 ${values.length * STEP - (STEP - BAR)} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {values.map((value, at) => {
        // An empty week is a line, so that it differs from a missing one.
        const height = value === 0 ? 1 : Math.max(3, (value / maxValue) * HEIGHT);
        return (
          <rect
            // A week has no other identity than its position.
            key={at}
            x={at * STEP}
            y={HEIGHT - height}
            width={BAR}
            height={height}
            data-empty={value === 0 || undefined}
          >
            <title>{titles[at]}</title>
          </rect>
        );
      })}
    </svg>
  );
}
