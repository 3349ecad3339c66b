import { useEffect, useState, type RefObject } from "react";

/** Width of an element in pixels, as it changes. What is drawn before the first measurement uses `first`. */
export function useWidth(element: RefObject<HTMLElement | null>, first = 480): number {
  const [width, setWidth] = useState(first);
  useEffect(() => {
    const target = element.current;
    if (!target || typeof ResizeObserver === "undefined") return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width > 0) setWidth(Math.floor(entry.contentRect.width));
    });
    observer.observe(target);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
