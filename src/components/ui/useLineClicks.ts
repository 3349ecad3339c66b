import { type RefObject, useEffect, useRef } from "react";
import type { LineRange } from "../../domain/address.ts";

/**
 * One listener for clicks on all line numbers of a code view; the numbers are links, so that they can also be opened and copied as such. With
 * Shift the range begins at the line that was clicked last.
 */
export function useLineClicks(
  box: RefObject<HTMLElement | null>,
  selected: LineRange | null,
  onSelect: ((range: LineRange) => void) | undefined,
): void {
  const anchor = useRef<number | null>(null);
  const selectedFrom = selected?.from;
  useEffect(() => {
    const element = box.current;
    if (!element || !onSelect) return undefined;
    const handleClick = (event: MouseEvent) => {
      const number = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-line]") : null;
      if (!number || event.metaKey || event.ctrlKey || event.button !== 0) return;
      event.preventDefault();
      const line = Number(number.dataset["line"]);
      const from = event.shiftKey ? (anchor.current ?? selectedFrom ?? line) : line;
      if (!event.shiftKey) anchor.current = line;
      onSelect({ from: Math.min(from, line), to: Math.max(from, line) });
    };
    element.addEventListener("click", handleClick);
    return () => element.removeEventListener("click", handleClick);
  }, [box, onSelect, selectedFrom]);
}
