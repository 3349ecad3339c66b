import { useEffect, useState, type RefObject } from "react";

/** Whether an element overflows. True before the first measurement. */
export function useScrolls(element: RefObject<HTMLElement | null>): boolean {
  const [scrolls, setScrolls] = useState(true);
  useEffect(() => {
    const region = element.current;
    if (!region || typeof ResizeObserver === "undefined") return undefined;
    const measure = (): void =>
      setScrolls(region.scrollWidth > region.clientWidth || region.scrollHeight > region.clientHeight);
    const sizes = new ResizeObserver(measure);
    // Its own box, and its children: each can resize alone. A new one is measured as soon as it is observed.
    const observe = (): void => {
      sizes.disconnect();
      for (const box of [region, ...region.children]) sizes.observe(box);
    };
    observe();
    const children = new MutationObserver(observe);
    children.observe(region, { childList: true });
    return () => {
      sizes.disconnect();
      children.disconnect();
    };
  }, [element]);
  return scrolls;
}
