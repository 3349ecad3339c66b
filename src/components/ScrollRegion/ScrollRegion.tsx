import { useEffect, useRef, useState, type ReactNode, type RefObject } from "react";
import styles from "./ScrollRegion.module.css";

export interface ScrollRegionProps {
  /** What scrolls here, as it is read out. */
  label: string;
  /** Scrolls up and down from this height on (CSS length); left out: only sideways. */
  maxHeight?: string;
  children: ReactNode;
}

/** What may be larger than its place scrolls by itself, also by keyboard. What fits is no stop on the way through the page. */
export function ScrollRegion({ label, maxHeight, children }: ScrollRegionProps) {
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

/** Whether an element is larger inside than outside. As long as nothing has been measured it may be. */
function useScrolls(element: RefObject<HTMLElement | null>): boolean {
  const [scrolls, setScrolls] = useState(true);
  useEffect(() => {
    const region = element.current;
    if (!region || typeof ResizeObserver === "undefined") return undefined;
    const measure = (): void =>
      setScrolls(region.scrollWidth > region.clientWidth || region.scrollHeight > region.clientHeight);
    const observer = new ResizeObserver(measure);
    // Its own box, and what is in it: either of them changes alone.
    for (const box of [region, ...region.children]) observer.observe(box);
    return () => observer.disconnect();
  }, [element]);
  return scrolls;
}
