import { useState } from "react";
import { useFocusItem, type FocusItem } from "./useFocusItem.ts";

export interface ShowRest<E extends HTMLElement> extends Pick<FocusItem<E>, "list"> {
  isExpanded: boolean;
  /** Shows the rest of the list. */
  expand: () => void;
}

/**
 * Expands a truncated list and focuses the first revealed item.
 * @param shown number of items before the rest
 */
export function useShowRest<E extends HTMLElement>(shown: number): ShowRest<E> {
  const { list, focusItem } = useFocusItem<E>();
  const [isExpanded, setExpanded] = useState(false);
  const expand = (): void => {
    setExpanded(true);
    focusItem(shown);
  };
  return { isExpanded, expand, list };
}
