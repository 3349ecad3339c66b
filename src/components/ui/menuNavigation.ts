import type { KeyboardEvent } from "react";
import { nextIndex } from "./nextIndex.ts";

const ITEMS = "[role=menuitem]:not([aria-disabled=true])";

/** Focuses the first item of a menu that has just been opened; Blueprint leaves the focus on the panel around it. */
export const focusFirstItem = (panel: HTMLElement): void => panel.querySelector<HTMLElement>(ITEMS)?.focus();

/** The vertical arrow keys, Home and End move between the items of the menu, and wrap around. */
export function moveInMenu(event: KeyboardEvent<HTMLElement>): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>(ITEMS)];
  const at = items.findIndex((item) => item === document.activeElement);
  const next = nextIndex(event.key, at, items.length, { axis: "vertical", wraps: true });
  if (next === null) return;
  event.preventDefault();
  items[next]?.focus();
}
