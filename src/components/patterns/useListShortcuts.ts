import { useEffect, useRef } from "react";

/** Actions of a list's keys. They apply to keys outside of text fields only. */
export interface ListShortcuts {
  onMove: (step: number) => void;
  onFirst: () => void;
  onLast: () => void;
  onOpen: () => void;
  onPreview: () => void;
  onSelect: () => void;
  onEscape: () => void;
  onHelp: () => void;
}

const FIELDS =
  "input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable='true'], [contenteditable='']";
/** Open layers have their own keys. */
const LAYERS =
  "[role=dialog], [role=alertdialog], [role=menu], [role=listbox], [role=combobox], [role=radiogroup], [role=tablist]";
/** Elements that handle Enter and Space themselves. */
const CONTROLS = "a, button, summary, input, [role=button], [role=checkbox]";

/** Whether a key belongs to the focused element and not to the list. */
function keyIsTaken(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest(`${FIELDS}, ${LAYERS}`)) return true;
  return (key === "Enter" || key === " ") && target.closest(CONTROLS) !== null;
}

function actionOf(event: KeyboardEvent, keys: ListShortcuts): (() => void) | undefined {
  switch (event.key) {
    case "j":
    case "J":
    case "ArrowDown":
      return () => keys.onMove(1);
    case "k":
    case "K":
    case "ArrowUp":
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
      return keys.onSelect;
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
  const latest = useRef({ keys, isInside });
  useEffect(() => {
    latest.current = { keys, isInside };
  });
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (keyIsTaken(event.target, event.key)) return;
      const scrolls = /^(?:Arrow|Page|Home$|End$)/.test(event.key);
      if (scrolls && !(event.target instanceof Element && latest.current.isInside(event.target))) return;
      const action = actionOf(event, latest.current.keys);
      if (!action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener("keydown", handleKey);
    return () => document.removeEventListener("keydown", handleKey);
  }, []);
}
