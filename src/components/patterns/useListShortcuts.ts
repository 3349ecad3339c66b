import { useShortcutKeys } from "../ui/pageShortcuts.ts";

/** Actions of a list's keys. They apply to keys outside of text fields only. */
export interface ListShortcuts {
  onMove: (step: number) => void;
  onFirst: () => void;
  onLast: () => void;
  onOpen: () => void;
  onPreview: () => void;
  /** @param isRange every row between the last selected one and this one */
  onSelect: (isRange: boolean) => void;
  /** Selects every row on the way to another one. */
  onExtend: (step: number) => void;
  onEscape: () => void;
  onHelp: () => void;
}

function actionOf(event: KeyboardEvent, keys: ListShortcuts): (() => void) | undefined {
  switch (event.key) {
    case "ArrowDown":
      return () => (event.shiftKey ? keys.onExtend(1) : keys.onMove(1));
    case "ArrowUp":
      return () => (event.shiftKey ? keys.onExtend(-1) : keys.onMove(-1));
    case "j":
    case "J":
      return () => keys.onMove(1);
    case "k":
    case "K":
      return () => keys.onMove(-1);
    case "PageDown":
      return () => keys.onMove(10);
    case "PageUp":
      return () => keys.onMove(-10);
    case "Home":
      return keys.onFirst;
    case "End":
      return keys.onLast;
    case "Enter":
      return keys.onOpen;
    case " ":
      return keys.onPreview;
    case "x":
    case "X":
      return () => keys.onSelect(event.shiftKey);
    case "Escape":
      return keys.onEscape;
    case "?":
      return keys.onHelp;
    default:
      return undefined;
  }
}

/**
 * Listens for the keys of a list on the whole page, so that J works without a click into the list first. The arrows, Home, End and the page
 * keys scroll the page as long as the focus is not in the list, so `isInside` is checked for them.
 */
export function useListShortcuts(keys: ListShortcuts, { isInside }: { isInside: (target: Element) => boolean }) {
  useShortcutKeys((event) => {
    const scrolls = /^(?:Arrow|Page|Home$|End$)/.test(event.key);
    if (scrolls && !(event.target instanceof Element && isInside(event.target))) return;
    const action = actionOf(event, keys);
    if (!action) return;
    event.preventDefault();
    action();
  });
}
