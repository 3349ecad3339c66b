import { useEffect, type RefObject } from "react";

/** An identifier of a file under the pointer. */
export interface SymbolAt {
  /** From 1. */
  readonly line: number;
  /** UTF-16 units before it in its line. */
  readonly column: number;
  readonly name: string;
  /** Where it is on screen. */
  readonly place: DOMRect;
  readonly how: "hover" | "click";
}

/** How long the pointer rests on an identifier before it counts, in milliseconds. */
const REST_MS = 250;
const IDENTIFIER = /[\p{ID_Continue}$]+/gu;

/** Reports identifiers that the pointer rests on or clicks, in lines marked with `data-text`. */
export function useSymbolEvents(
  box: RefObject<HTMLElement | null>,
  onSymbol: ((symbol: SymbolAt) => void) | undefined,
): void {
  useEffect(() => {
    const element = box.current;
    if (!element || !onSymbol) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const report = (event: MouseEvent, how: SymbolAt["how"]): void => {
      const symbol = symbolAt(event, how);
      if (symbol) onSymbol(symbol);
    };
    const handleMove = (event: MouseEvent) => {
      clearTimeout(timer);
      timer = setTimeout(() => report(event, "hover"), REST_MS);
    };
    const handleLeave = () => clearTimeout(timer);
    const handleClick = (event: MouseEvent) => {
      clearTimeout(timer);
      if (window.getSelection()?.isCollapsed !== false) report(event, "click");
    };
    element.addEventListener("mousemove", handleMove, { passive: true });
    element.addEventListener("mouseleave", handleLeave);
    element.addEventListener("click", handleClick);
    return () => {
      clearTimeout(timer);
      element.removeEventListener("mousemove", handleMove);
      element.removeEventListener("mouseleave", handleLeave);
      element.removeEventListener("click", handleClick);
    };
  }, [box, onSymbol]);
}

function symbolAt({ clientX, clientY, target }: MouseEvent, how: SymbolAt["how"]): SymbolAt | null {
  const row = target instanceof Element ? target.closest<HTMLElement>("[data-text]") : null;
  const caret = document.caretPositionFromPoint?.(clientX, clientY);
  if (!row || !caret || !row.contains(caret.offsetNode)) return null;
  const before = document.createRange();
  before.setStart(row, 0);
  before.setEnd(caret.offsetNode, caret.offset);
  const at = before.toString().length;
  for (const found of (row.textContent ?? "").matchAll(IDENTIFIER)) {
    const [name] = found;
    if (found.index > at || found.index + name.length < at) continue;
    const place = new DOMRect(clientX, clientY, 0, 0);
    return { line: Number(row.dataset["text"]), column: found.index, name, place, how };
  }
  return null;
}
