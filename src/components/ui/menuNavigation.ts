import type { KeyboardEvent } from "react";
import { nextIndex } from "./nextIndex.ts";

const ITEMS = "[role=menuitem]:not([aria-disabled=true])";

/**
 * Focuses the first item of a menu that has just been opened; Blueprint leaves the focus on the panel around it. Items that are loaded later
 * get the focus only while the user has not moved it.
 */
export function focusFirstItem(panel: HTMLElement): void {
  const before = document.activeElement;
  /** @returns whether there is nothing more to wait for */
  const focus = (): boolean => {
    const { activeElement } = document;
    if (activeElement !== before && activeElement?.contains(panel) !== true) return true;
    const item = panel.querySelector<HTMLElement>(ITEMS);
    item?.focus();
    return item !== null;
  };
  if (focus()) return;
  const observer = new MutationObserver(() => focus() && observer.disconnect());
  observer.observe(panel, { childList: true, subtree: true });
}

/** The vertical arrow keys, Home and End move between the items of the menu, and wrap around. */
export function moveInMenu(event: KeyboardEvent<HTMLElement>): void {
  // Those keys with a modifier are the browser's, such as back and forward.
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>(ITEMS)];
  const at = items.findIndex((item) => item === document.activeElement);
  const next = nextIndex(event.key, at, items.length, { axis: "vertical", wraps: true });
  if (next === null) return;
  event.preventDefault();
  items[next]?.focus();
}
