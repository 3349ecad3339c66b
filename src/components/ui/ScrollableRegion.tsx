import { useRef, type ReactNode } from "react";
import styles from "./ScrollableRegion.module.css";
import { useScrolls } from "./useScrolls.ts";

export interface ScrollableRegionProps {
  /** The accessible name of the region. */
  label: string;
  /** Scrolls vertically from this height on (CSS length); omitted: only horizontally. */
  maxHeight?: string;
  children: ReactNode;
}

/** Content that overflows scrolls inside its region, also by keyboard. Content that fits is neither a tab stop nor a landmark. */
export function ScrollableRegion({ label, maxHeight, children }: ScrollableRegionProps) {
  const region = useRef<HTMLDivElement>(null);
  const scrolls = useScrolls(region);
  return (
    <div
      ref={region}
      className={styles.region}
      // A region that scrolls must be reachable by keys (axe: scrollable-region-focusable).
      {...(scrolls && { role: "region", "aria-label": label, tabIndex: 0 })}
      style={{ maxBlockSize: maxHeight }}
    >
      {children}
    </div>
  );
}
