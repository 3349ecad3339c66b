import { useEffect, type RefObject } from "react";
import { useStableCallback } from "./useStableCallback.ts";

/** A place in a code view that the reader points at: line and column from 1, the column in UTF-16 units. */
export interface SymbolAt {
  readonly line: number;
  readonly column: number;
  /** The name itself on the screen. */
  readonly rect: DOMRect;
}

const NAME = /[\p{L}\p{Nd}_$]/u;

/** Reports the name that is clicked, or selected when Enter or F12 is pressed. Rows have their number in `[data-line]`, their text in `code`. */
export function useSymbolClicks(
  box: RefObject<HTMLElement | null>,
  onSymbol: ((at: SymbolAt) => void) | undefined,
): void {
  const report = useStableCallback((at: SymbolAt) => onSymbol?.(at));
  const isEnabled = onSymbol !== undefined;
  useEffect(() => {
    const element = box.current;
    if (!element || !isEnabled) return undefined;
    const ask = (node: Node, offset: number): boolean => {
      const found = symbolAt(element, node, offset);
      if (found) report(found);
      return found !== null;
    };
    const handleClick = (event: MouseEvent) => {
      // A user who selects text wants the text.
      if (event.button !== 0 || event.metaKey || event.shiftKey || document.getSelection()?.isCollapsed === false)
        return;
      const caret = document.caretPositionFromPoint?.(event.clientX, event.clientY);
      if (caret) ask(caret.offsetNode, caret.offset);
    };
    const handleKey = (event: KeyboardEvent) => {
      // Controls inside have an Enter of their own.
      if (event.target !== element || (event.key !== "Enter" && event.key !== "F12")) return;
      const selection = document.getSelection();
      // A click leaves a caret behind. Enter is for the current line then.
      if (!selection?.anchorNode || (event.key === "Enter" && selection.isCollapsed)) return;
      if (ask(selection.anchorNode, selection.anchorOffset)) event.preventDefault();
    };
    element.addEventListener("click", handleClick);
    element.addEventListener("keydown", handleKey);
    return () => {
      element.removeEventListener("click", handleClick);
      element.removeEventListener("keydown", handleKey);
    };
  }, [box, isEnabled, report]);
}

/** The name at a place of the document; null where there is none. */
export function symbolAt(box: HTMLElement, node: Node, offset: number): SymbolAt | null {
  const code = (node instanceof Element ? node : node.parentElement)?.closest("code");
  const number = code?.parentElement?.querySelector<HTMLElement>("[data-line]")?.dataset["line"];
  if (!code || number === undefined || !box.contains(code) || node.nodeType !== Node.TEXT_NODE) return null;
  const before = document.createRange();
  before.selectNodeContents(code);
  before.setEnd(node, offset);
  const column = before.toString().length;
  const text = node.textContent ?? "";
  let from = offset;
  let to = offset;
  while (from > 0 && NAME.test(text[from - 1] ?? "")) from--;
  while (to < text.length && NAME.test(text[to] ?? "")) to++;
  if (from === to || /\d/.test(text[from] ?? "")) return null;
  const range = document.createRange();
  range.setStart(node, from);
  range.setEnd(node, to);
  return { line: Number(number), column: column - (offset - from) + 1, rect: range.getBoundingClientRect() };
}
