import { useEffect, useRef, useState, type RefObject } from "react";

export interface ShowRest<E extends HTMLElement> {
  isExpanded: boolean;
  /** Shows the rest of the list. */
  expand: () => void;
  /** The list itself, or an element around it. */
  list: RefObject<E | null>;
}

/**
 * Expands a truncated list and focuses the first revealed item.
 * @param shown number of items before the rest
 */
export function useShowRest<E extends HTMLElement>(shown: number): ShowRest<E> {
  const list = useRef<E>(null);
  const [isExpanded, setExpanded] = useState(false);
  useEffect(() => {
    if (!isExpanded) return;
    const items = list.current?.matches("ol, ul") ? list.current : list.current?.querySelector("ol, ul");
    const item = items?.children[shown];
    if (!(item instanceof HTMLElement)) return;
    item.tabIndex = -1;
    item.focus();
  }, [isExpanded, shown]);
  return { isExpanded, expand: () => setExpanded(true), list };
}
