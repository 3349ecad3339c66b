import { useEffect, type RefObject } from "react";

/** A field takes the sign as it is, and what stands behind a dialog waits. */
const isTaken = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.closest("textarea, select, input:not([type=checkbox]):not([type=radio]), [role=dialog]") !== null);

/** `/` leads to this field from anywhere on the page that is not a field itself, and chooses what stands in it. */
export function useSlash(field: RefObject<HTMLInputElement | null>): void {
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
