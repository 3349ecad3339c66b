import { useLayoutEffect, useState, type RefObject } from "react";

/**
 * Width of an element's content in pixels, as it changes; `first` where it cannot be measured. It is measured before the first paint, which
 * avoids a layout shift. Observes the element and not the window: a preview may take part of the width.
 */
export function useElementWidth(element: RefObject<HTMLElement | null>, first = 480): number {
  const [width, setWidth] = useState(first);
  useLayoutEffect(() => {
    const target = element.current;
    if (!target) return undefined;
    const measure = () => {
      const now = contentWidth(target);
      if (now > 0) setWidth(now);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(target);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

function contentWidth(element: HTMLElement): number {
  const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(element);
  const padding = Number.parseFloat(paddingInlineStart) + Number.parseFloat(paddingInlineEnd);
  return Math.floor(element.clientWidth - (padding || 0));
}
