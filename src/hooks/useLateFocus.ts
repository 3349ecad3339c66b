import { useRef } from "react";

/**
 * The focus of a field that may not be mounted yet: `focus` moves it there now or, where the field is missing, when it is mounted.
 */
export function useLateFocus<T extends HTMLElement>() {
  const field = useRef<T>(null);
  const isNext = useRef(false);
  return {
    ref: (element: T | null): void => {
      field.current = element;
      if (!element || !isNext.current) return;
      isNext.current = false;
      element.focus();
    },
    focus: (): void => {
      field.current?.focus();
      isNext.current = field.current === null;
    },
  };
}
