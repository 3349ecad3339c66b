import { useEffect, useRef } from "react";

export interface CodeKeys {
  readonly onPermalink: () => void;
  readonly onBlame: () => void;
  readonly onHistory: () => void;
}

const TAKEN =
  "input, textarea, select, [contenteditable='true'], [contenteditable=''], [role=dialog], [role=menu], [role=listbox], [role=combobox], [role=tree]";

/** Y, B and H on the page of a file, as on the pages of code hosts. Those who switched single keys off do not trigger them. */
export function useCodeKeys(keys: CodeKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest(TAKEN)) return;
      const { onPermalink, onBlame, onHistory } = latest.current;
      const action = { y: onPermalink, b: onBlame, h: onHistory }[event.key.toLowerCase()];
      if (!action) return;
      event.preventDefault();
      action();
    };
    window.addEventListener("keydown", handleKey);
    return () => window.removeEventListener("keydown", handleKey);
  }, []);
}
