import { useEffect, useRef, useState, type ReactNode, type RefObject } from "react";
import styles from "./ScrollableRegion.module.css";

export interface ScrollableRegionProps {
  /** The accessible name of the region. */
  label: string;
  /** Scrolls vertically from this height on (CSS length); omitted: only horizontally. */
  maxHeight?: string;
  children: ReactNode;
}

/** Content that overflows scrolls inside its region, also by keyboard. Content that fits is not a tab stop. */
export function ScrollableRegion({ label, maxHeight, children }: ScrollableRegionProps) {
  const region = useRef<HTMLDivElement>(null);
  const scrolls = useScrolls(region);
  return (
    <div
      ref={region}
      className={styles.region}
      role="region"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keys (axe: scrollable-region-focusable)
      tabIndex={scrolls ? 0 : undefined}
      style={{ maxBlockSize: maxHeight }}
    >
      {children}
    </div>
  );
}

/** Whether an element overflows. True before the first measurement. */
function useScrolls(element: RefObject<HTMLElement | null>): boolean {
  const [scrolls, setScrolls] = useState(true);
  useEffect(() => {
    const region = element.current;
    if (!region || typeof ResizeObserver === "undefined") return undefined;
    const measure = (): void =>
      setScrolls(region.scrollWidth > region.clientWidth || region.scrollHeight > region.clientHeight);
    const observer = new ResizeObserver(measure);
    // Its own box, and its children: each can resize alone.
    for (const box of [region, ...region.children]) observer.observe(box);
    return () => observer.disconnect();
  }, [element]);
  return scrolls;
}
