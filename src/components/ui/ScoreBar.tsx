import { Meter } from "./Meter.tsx";
import styles from "./ScoreBar.module.css";

export interface ScoreBarProps {
  /** Relative to the best score, 0 to 1. */
  share: number;
  /** The accessible name of the bar. */
  label: string;
  /** The score in words, behind the bar. Without it the bar is short enough for its line. */
  score?: string;
}

/** The score of a place or a person relative to the best one. */
export function ScoreBar({ share, label, score }: ScoreBarProps) {
  return (
    <span className={styles.scoreBar} data-short={score === undefined || undefined}>
      <span className={styles.meter}>
        <Meter share={share} label={label} />
      </span>
      {score !== undefined && <span className={styles.score}>{score}</span>}
    </span>
  );
}
