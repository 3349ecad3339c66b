import { useEffect, type RefObject } from "react";

/** Text fields receive the character as it is, and a page behind a dialog ignores it. */
const isTaken = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.closest("textarea, select, input:not([type=checkbox]):not([type=radio]), [role=dialog]") !== null);

/** `/` focuses this field from anywhere on the page outside of a text field, and selects its content. */
export function useFocusShortcut(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTaken(event.target)) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    document.addEventListener("keydown", handleKey);
    return () => document.removeEventListener("keydown", handleKey);
  }, [field]);
}
