import { useEffect, type RefObject } from "react";
import { ownsKey } from "./shortcutTarget.ts";

/** `/` focuses this field from anywhere on the page outside of a text field, and selects its content. */
export function useFocusShortcut(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || ownsKey(event.target, "/")) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    document.addEventListener("keydown", handleKey);
    return () => document.removeEventListener("keydown", handleKey);
  }, [field]);
}
