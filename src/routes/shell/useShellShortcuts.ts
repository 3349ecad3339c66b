import { useEffect } from "react";

export interface ShellShortcuts {
  /** False: single-character shortcuts are off outside of fields, for every listener on the page. */
  readonly singleKeyEnabled: boolean;
  readonly onPalette: () => void;
  readonly onHelp: () => void;
}

const FIELDS =
  "input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable=''], [contenteditable='true']";
/** Letters select items in them, which is not a shortcut. */
const LISTS = "[role=menu], [role=listbox], [role=combobox], [role=tree]";

const isIn = (target: EventTarget | null, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null;

/**
 * Ctrl or Cmd and K on every page; `?`, and `/` for the palette, where the page itself does not handle them. These ignore keys typed into a
 * field.
 */
export function useShellShortcuts({ singleKeyEnabled, onPalette, onHelp }: ShellShortcuts): void {
  useEffect(() => {
    const handlePalette = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== "k" || event.altKey || event.shiftKey || event.ctrlKey === event.metaKey) return;
      event.preventDefault();
      onPalette();
    };
    // A capturing listener runs before all others, so that no screen needs to know of the toggle.
    const silence = (event: KeyboardEvent): void => {
      const isSingle = event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (!singleKeyEnabled && isSingle && !isIn(event.target, `${FIELDS}, ${LISTS}`)) event.stopImmediatePropagation();
    };
    // Runs after all other listeners: a list with its own shortcuts handles the key itself.
    const handleHelp = (event: KeyboardEvent): void => {
      const isSearch = event.key === "/";
      if ((event.key !== "?" && !isSearch) || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey)
        return;
      if (isIn(event.target, `${FIELDS}, ${LISTS}, [role=dialog]`)) return;
      event.preventDefault();
      if (isSearch) onPalette();
      else onHelp();
    };
    window.addEventListener("keydown", silence, { capture: true });
    document.addEventListener("keydown", handlePalette);
    window.addEventListener("keydown", handleHelp);
    return () => {
      window.removeEventListener("keydown", silence, { capture: true });
      document.removeEventListener("keydown", handlePalette);
      window.removeEventListener("keydown", handleHelp);
    };
  }, [singleKeyEnabled, onPalette, onHelp]);
}
