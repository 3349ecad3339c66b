import { useEffect, useRef, useState, type RefObject } from "react";

export interface FocusItem<E extends HTMLElement> {
  /** The list itself, or an element around it. */
  list: RefObject<E | null>;
  /** Focuses the item at this index after the next render. */
  focusItem: (index: number) => void;
}

/** Focuses the first of the items that a button has revealed: the button is unmounted, or below them. */
export function useFocusItem<E extends HTMLElement>(): FocusItem<E> {
  const list = useRef<E>(null);
  const [target, setTarget] = useState<{ readonly index: number } | null>(null);
  useEffect(() => {
    if (target === null) return;
    const items = list.current?.matches("ol, ul") ? list.current : list.current?.querySelector("ol, ul");
    const item = items?.children[target.index];
    if (!(item instanceof HTMLElement)) return;
    item.tabIndex = -1;
    item.focus();
  }, [target]);
  return { list, focusItem: (index) => setTarget({ index }) };
}
