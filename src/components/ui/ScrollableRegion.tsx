import { useRef, type ReactNode } from "react";
import styles from "./ScrollableRegion.module.css";
import { useScrollable } from "./useScrollable.ts";

export interface ScrollableRegionProps {
  /** The accessible name of the region. */
  label: string;
  /** Scrolls vertically from this height on (CSS length); omitted: only horizontally. */
  maxHeight?: string;
  children: ReactNode;
}

/** Content that overflows scrolls inside its region, also by keyboard. Content that fits is no stop of the Tab key. */
export function ScrollableRegion({ label, maxHeight, children }: ScrollableRegionProps) {
  const region = useRef<HTMLDivElement>(null);
  return (
    <div ref={region} className={styles.region} style={{ maxBlockSize: maxHeight }} {...useScrollable(region, label)}>
      {children}
    </div>
  );
}
