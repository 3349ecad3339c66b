import { useCallback, useEffect, useMemo, useRef, useState, type RefObject } from "react";
import { LINE_HEIGHT } from "../ui/codeLineHeight.ts";

/** Lines above and below the visible ones that are in the page; it is rendered again after half of them were scrolled. */
const OVERSCAN = 24;
const STEP = OVERSCAN / 2;
/** Before the height is known, and where there is no layout. */
const FIRST_ROWS = 60;

export interface VirtualLines {
  readonly box: RefObject<HTMLDivElement | null>;
  /** Rows that are in the page: from, and the one after the last (from 0). */
  readonly from: number;
  readonly to: number;
  /** The first row that is not scrolled out (from 0). */
  readonly top: number;
  /** The last row that is in view (from 0). */
  readonly bottom: number;
  /** Scrolls a row into view if it is not. */
  readonly reveal: (row: number, align: "center" | "start") => void;
}

/** Which rows of one height a scrolled box shows. @param count of all rows */
export function useVirtualLines(count: number): VirtualLines {
  const box = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState({ top: 0, rows: FIRST_ROWS });
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const measure = () => {
      const top = Math.floor(element.scrollTop / LINE_HEIGHT);
      const rows = Math.ceil(element.clientHeight / LINE_HEIGHT) || FIRST_ROWS;
      setAt((before) => (before.top === top && before.rows === rows ? before : { top, rows }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener("scroll", measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", measure);
    };
  }, []);
  const reveal = useCallback((row: number, align: "center" | "start") => {
    const element = box.current;
    if (!element) return;
    const rows = Math.floor(element.clientHeight / LINE_HEIGHT);
    const top = element.scrollTop / LINE_HEIGHT;
    if (align === "center" && row >= top + 2 && row < top + rows - 2) return;
    element.scrollTop = (align === "start" ? row : Math.max(0, row - Math.floor(rows / 3))) * LINE_HEIGHT;
  }, []);
  const first = Math.floor(at.top / STEP) * STEP;
  const from = Math.max(0, Math.min(first - OVERSCAN, count));
  const to = Math.min(count, first + at.rows + OVERSCAN + STEP);
  return useMemo(() => {
    const last = Math.max(0, count - 1);
    return { box, from, to, top: Math.min(at.top, last), bottom: Math.min(at.top + at.rows - 1, last), reveal };
  }, [from, to, at, count, reveal]);
}
