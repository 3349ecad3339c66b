import { useEffect, type RefObject } from "react";
import { useStableCallback } from "../../hooks/useStableCallback.ts";
import { isInRect, type SymbolAt, symbolAt } from "./symbolAt.ts";

/** Milliseconds that the pointer must rest on a name before it is reported. */
const REST_MS = 350;
/** Code inside a string has this class. */
const CODE = ".hljs-subst";
const NO_NAMES =
  ".hljs-keyword, .hljs-literal, .hljs-string, .hljs-regexp, .hljs-char, .hljs-number, .hljs-comment, .hljs-quote, .hljs-doctag, .hljs-variable.language_";

/**
 * Reports a name that a mouse or a pen has rested on, once until the pointer leaves it. Keys, buttons, scrolling and a selection end the wait:
 * the reader does something else then.
 */
export function useSymbolHover(
  box: RefObject<HTMLElement | null>,
  onHover: ((at: SymbolAt) => void) | undefined,
): void {
  const report = useStableCallback((at: SymbolAt) => onHover?.(at));
  const isEnabled = onHover !== undefined;
  useEffect(() => {
    const element = box.current;
    if (!element || !isEnabled) return undefined;
    let name: SymbolAt | null = null;
    let timer: number | undefined;
    const stop = () => window.clearTimeout(timer);
    const reset = () => {
      stop();
      name = null;
    };
    const handleMove = (event: PointerEvent) => {
      if (event.pointerType === "touch" || event.buttons !== 0) {
        reset();
        return;
      }
      if (name && isInRect(name.rect, event)) return;
      reset();
      name = nameUnder(element, event);
      if (!name) return;
      const symbol = name;
      timer = window.setTimeout(() => report(symbol), REST_MS);
    };
    const listeners = new AbortController();
    const { signal } = listeners;
    element.addEventListener("pointermove", handleMove, { signal });
    element.addEventListener("pointerleave", reset, { signal });
    // The name stays known: one that was closed by a key opens again after the pointer has left it.
    element.addEventListener("pointerdown", stop, { signal });
    document.addEventListener("keydown", stop, { signal });
    document.addEventListener(
      "selectionchange",
      () => {
        if (document.getSelection()?.isCollapsed === false) stop();
      },
      { signal },
    );
    document.addEventListener("scroll", reset, { signal, capture: true });
    return () => {
      listeners.abort();
      stop();
    };
  }, [box, isEnabled, report]);
}

/** The name under the pointer; null next to the text, and where it is highlighted as something else. */
function nameUnder(box: HTMLElement, { clientX, clientY, target }: PointerEvent): SymbolAt | null {
  const part = target instanceof Element ? target.closest(`${CODE}, ${NO_NAMES}`) : null;
  if (part?.matches(NO_NAMES) === true && !part.matches(CODE)) return null;
  const caret = document.caretPositionFromPoint?.(clientX, clientY);
  const symbol = caret ? symbolAt(box, caret.offsetNode, caret.offset) : null;
  return symbol && isInRect(symbol.rect, { clientX, clientY }) ? symbol : null;
}
