import type { KeyboardEvent } from "react";

const ITEMS = "[role=menuitem]:not([aria-disabled=true])";

/** Focuses the first item of a menu that has just been opened; Blueprint leaves the focus on the panel around it. */
export const focusFirstItem = (panel: HTMLElement): void => panel.querySelector<HTMLElement>(ITEMS)?.focus();

/** The arrow keys, Home and End move between the items of the menu, and wrap around. */
export function moveInMenu(event: KeyboardEvent<HTMLElement>): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>(ITEMS)];
  const at = items.findIndex((item) => item === document.activeElement);
  const places: Partial<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at < 0 ? -1 : at - 1,
    Home: 0,
    End: -1,
  };
  const place = places[event.key];
  if (place === undefined || items.length === 0) return;
  event.preventDefault();
  items.at(place % items.length)?.focus();
}
