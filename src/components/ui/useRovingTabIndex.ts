import { useRef, useState, type KeyboardEvent } from "react";
import { nextIndex, type ListKeys } from "./nextIndex.ts";

interface RovingItemProps {
  ref: (element: HTMLElement | SVGElement | null) => void;
  tabIndex: 0 | -1;
  onFocus: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/**
 * The items of a list as one stop of the Tab key, between which the arrow keys, Home and End move.
 * @returns the properties of an item by its index. `onActivate` is for Enter and Space on elements that do not handle them, which links
 * and buttons do.
 */
export function useRovingTabIndex(
  count: number,
  keys: ListKeys = {},
): (index: number, onActivate?: () => void) => RovingItemProps {
  const [stop, setStop] = useState(0);
  const elements = useRef(new Map<number, HTMLElement | SVGElement>());
  const current = Math.min(stop, Math.max(0, count - 1));
  return (index, onActivate) => ({
    ref: (element) => {
      if (element) elements.current.set(index, element);
      else elements.current.delete(index);
    },
    tabIndex: index === current ? 0 : -1,
    onFocus: () => setStop(index),
    onKeyDown: (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      if (onActivate && (event.key === "Enter" || event.key === " ")) {
        event.preventDefault();
        onActivate();
        return;
      }
      const next = nextIndex(event.key, index, count, keys);
      if (next === null) return;
      event.preventDefault();
      setStop(next);
      elements.current.get(next)?.focus();
    },
  });
}
