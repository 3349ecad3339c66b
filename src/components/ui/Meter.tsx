import type { Tone } from "./intent.ts";
import styles from "./Meter.module.css";

export interface MeterProps {
  /** The part of the bar that is filled, 0 to 1; other values are clamped. */
  share: number;
  /** The accessible name. Omitted where the text next to the bar has the number: screen readers then skip the bar. */
  label?: string;
  tone?: Tone;
  /** The height: 3, 4 or 6 px. */
  size?: "small" | "medium" | "large";
}

/** A bar for a share of a whole or of a maximum. It is as wide as its container. */
export function Meter({ share, label, tone = "primary", size = "medium" }: MeterProps) {
  const percent = Math.round(Math.max(0, Math.min(1, share)) * 1000) / 10;
  const aria =
    label === undefined
      ? { "aria-hidden": true }
      : {
          role: "meter",
          "aria-label": label,
          title: label,
          "aria-valuemin": 0,
          "aria-valuemax": 100,
          "aria-valuenow": percent,
        };
  return (
    <span className={styles.track} data-tone={tone} data-size={size} {...aria}>
      <span className={styles.bar} style={{ inlineSize: `${percent}%` }} />
    </span>
  );
}
