import { Classes } from "@blueprintjs/core";
import { type RefObject, useLayoutEffect } from "react";
import { useStableCallback } from "../../hooks/useStableCallback.ts";

const FIELDS =
  "input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable=''], [contenteditable='true']";
/** Letters select items in them, which is not a shortcut. */
const LISTS = "[role=menu], [role=listbox], [role=combobox], [role=tree]";
/** Blueprint's container of a layer: the elements that keep the focus in it have no role, and are next to the one that has. */
const LAYERS = `[role=dialog], [role=alertdialog], .${Classes.OVERLAY}`;
/** Elements that handle Enter and Space themselves. */
const CONTROLS = "a, button, summary, input, [role=button], [role=checkbox]";

const isIn = (target: EventTarget | null, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null;

/** Whether a character is text for a field or a list. */
export const isTyping = (target: EventTarget | null): boolean => isIn(target, `${FIELDS}, ${LISTS}`);

/** Whether a key belongs to the focused field, list or layer, so that it is no shortcut of the page behind it. */
export const ownsKey = (target: EventTarget | null, key: string): boolean =>
  isTyping(target) || isIn(target, LAYERS) || ((key === "Enter" || key === " ") && isIn(target, CONTROLS));

/** Whether a key is one of the page: without Ctrl, Cmd or Alt, not handled before, and not the key of a field, list or layer. */
export const isPageShortcut = (event: KeyboardEvent): boolean =>
  !(event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) && !ownsKey(event.target, event.key);

/**
 * Calls the newest handler for each key of the page (`isPageShortcut`). The listener is added with the commit that shows the component; an effect
 * runs later, and a key before it would be lost.
 */
export function useShortcutKeys(handler: (event: KeyboardEvent) => void): void {
  const handleKey = useStableCallback((event: KeyboardEvent) => {
    if (isPageShortcut(event)) handler(event);
  });
  useLayoutEffect(() => {
    document.addEventListener("keydown", handleKey);
    return () => document.removeEventListener("keydown", handleKey);
  }, [handleKey]);
}

/** `/` focuses this field from anywhere on the page outside of a text field, and selects its content. */
export function useFocusShortcut(field: RefObject<HTMLInputElement | null>): void {
  useShortcutKeys((event) => {
    if (event.key !== "/") return;
    event.preventDefault();
    field.current?.focus();
    field.current?.select();
  });
}
