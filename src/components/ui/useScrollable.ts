import { useEffect, useState, type RefObject } from "react";

/**
 * Attributes of an element that scrolls: it must be reachable by keys (axe: scrollable-region-focusable), and then needs a name. A group and
 * not a region, because a list of many would have as many landmarks.
 */
export const scrollableAttributes = (label: string) => ({ role: "group", tabIndex: 0, "aria-label": label }) as const;

/**
 * The attributes for an element while it overflows, which is assumed before the first measurement. One that fits is no stop of the Tab key.
 * @param label the accessible name; undefined for an element that never scrolls
 */
export function useScrollable(
  element: RefObject<HTMLElement | null>,
  label: string | undefined,
): Partial<ReturnType<typeof scrollableAttributes>> {
  const overflows = useOverflows(element);
  return overflows && label !== undefined ? scrollableAttributes(label) : {};
}

function useOverflows(element: RefObject<HTMLElement | null>): boolean {
  const [overflows, setOverflows] = useState(true);
  useEffect(() => {
    const region = element.current;
    if (!region) return undefined;
    const measure = (): void =>
      setOverflows(region.scrollWidth > region.clientWidth || region.scrollHeight > region.clientHeight);
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
  return overflows;
}
