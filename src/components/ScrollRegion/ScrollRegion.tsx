import type { ReactNode } from "react";
import styles from "./ScrollRegion.module.css";

export interface ScrollRegionProps {
  /** What scrolls here, as it is read out. */
  label: string;
  /** Scrolls up and down from this height on (CSS length); left out: only sideways. */
  maxHeight?: string;
  children: ReactNode;
}

/** What may be larger than its place scrolls by itself, also by keyboard. */
export function ScrollRegion({ label, maxHeight, children }: ScrollRegionProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keys (axe: scrollable-region-focusable)
    <div className={styles.region} role="region" aria-label={label} tabIndex={0} style={{ maxBlockSize: maxHeight }}>
      {children}
    </div>
  );
}
