import { useLayoutEffect } from "react";
import { isPageShortcut, isTyping } from "../../components/ui/pageShortcuts.ts";

export interface ShellShortcuts {
  /** False: single-character shortcuts are off outside of fields, for every listener on the page. */
  readonly singleKeyEnabled: boolean;
  readonly onPalette: () => void;
  readonly onHelp: () => void;
}

/**
 * Ctrl or Cmd and K on every page; `?`, and `/` for the palette, where the page itself does not handle them. These ignore keys typed into a
 * field.
 */
export function useShellShortcuts({ singleKeyEnabled, onPalette, onHelp }: ShellShortcuts): void {
  // With the commit, as in `useShortcutKeys`.
  useLayoutEffect(() => {
    const handlePalette = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== "k" || event.altKey || event.shiftKey || event.ctrlKey === event.metaKey) return;
      event.preventDefault();
      onPalette();
    };
    // A capturing listener runs before all others, so that no screen needs to know of the toggle.
    const silence = (event: KeyboardEvent): void => {
      const isSingle = event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (!singleKeyEnabled && isSingle && !isTyping(event.target)) event.stopImmediatePropagation();
    };
    // Runs after all other listeners: a list with its own shortcuts handles the key itself.
    const handleHelp = (event: KeyboardEvent): void => {
      const isSearch = event.key === "/";
      if ((event.key !== "?" && !isSearch) || !isPageShortcut(event)) return;
      event.preventDefault();
      if (isSearch) onPalette();
      else onHelp();
    };
    const listeners = new AbortController();
    const { signal } = listeners;
    window.addEventListener("keydown", silence, { capture: true, signal });
    document.addEventListener("keydown", handlePalette, { signal });
    window.addEventListener("keydown", handleHelp, { signal });
    return () => listeners.abort();
  }, [singleKeyEnabled, onPalette, onHelp]);
}
