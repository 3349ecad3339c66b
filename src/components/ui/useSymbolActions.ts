import { useEffect, type RefObject } from "react";
import { type SymbolAction, type SymbolAt, symbolAt } from "./symbolAt.ts";
import { useStableCallback } from "../../hooks/useStableCallback.ts";
import { useSymbolHover } from "./useSymbolHover.ts";

/**
 * Reports the name that the pointer rests on, that is clicked, or that is selected when Enter or F12 is pressed, with its action: Ctrl
 * or Cmd and a click, or F12, go to its definition, Shift and F12 to its references. Rows have their number in `[data-line]`, their text in `code`.
 */
export function useSymbolActions(
  box: RefObject<HTMLElement | null>,
  onSymbol: ((at: SymbolAt, action: SymbolAction) => void) | undefined,
): void {
  const report = useStableCallback((at: SymbolAt, action: SymbolAction) => onSymbol?.(at, action));
  const reportHover = useStableCallback((at: SymbolAt) => onSymbol?.(at, "hover"));
  const isEnabled = onSymbol !== undefined;
  useSymbolHover(box, isEnabled ? reportHover : undefined);
  useEffect(() => {
    const element = box.current;
    if (!element || !isEnabled) return undefined;
    const reportAt = (node: Node, offset: number, action: SymbolAction): boolean => {
      const symbol = symbolAt(element, node, offset);
      if (symbol) report(symbol, action);
      return symbol !== null;
    };
    const handleClick = (event: MouseEvent) => {
      // A user who selects text wants the text.
      if (event.button !== 0 || event.shiftKey || event.altKey || document.getSelection()?.isCollapsed === false)
        return;
      const caret = document.caretPositionFromPoint?.(event.clientX, event.clientY);
      if (caret) reportAt(caret.offsetNode, caret.offset, event.ctrlKey || event.metaKey ? "definition" : "card");
    };
    const handleKey = (event: KeyboardEvent) => {
      // Controls inside have an Enter of their own.
      if (event.target !== element || (event.key !== "Enter" && event.key !== "F12")) return;
      const selection = document.getSelection();
      // A click leaves a caret behind. Enter is for the current line then.
      if (!selection?.anchorNode || (event.key === "Enter" && selection.isCollapsed)) return;
      const action = event.key === "Enter" ? "card" : event.shiftKey ? "references" : "definition";
      if (reportAt(selection.anchorNode, selection.anchorOffset, action)) event.preventDefault();
    };
    element.addEventListener("click", handleClick);
    element.addEventListener("keydown", handleKey);
    return () => {
      element.removeEventListener("click", handleClick);
      element.removeEventListener("keydown", handleKey);
    };
  }, [box, isEnabled, report]);
}
