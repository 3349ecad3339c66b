import { type RefObject, useEffect } from "react";
import { isInRect } from "../../components/ui/symbolAt.ts";
import { useStableCallback } from "../../hooks/useStableCallback.ts";

/** Milliseconds that the card stays open after the pointer leaves it. */
const LEAVE_MS = 200;

/**
 * Reports that the reader is done with a layer that opened below the pointer: the pointer has left it and what it belongs to, the page has
 * scrolled, or text is being selected.
 * @param rect on the screen, of what the layer belongs to; null: nothing is open
 */
export function useHoverLeave(rect: DOMRect | null, layer: RefObject<HTMLElement | null>, onLeave: () => void): void {
  const leave = useStableCallback(onLeave);
  useEffect(() => {
    if (!rect) return undefined;
    let timer: number | undefined;
    const isInside = (target: EventTarget | null) => target instanceof Node && layer.current?.contains(target) === true;
    const stay = () => {
      window.clearTimeout(timer);
      timer = undefined;
    };
    const start = () => {
      timer ??= window.setTimeout(leave, LEAVE_MS);
    };
    const handleMove = (event: PointerEvent) => {
      // A reader who uses its controls is not done.
      if (isInside(event.target) || isInRect(rect, event) || isInside(document.activeElement)) stay();
      else start();
    };
    const handleScroll = ({ target }: Event) => {
      if (!isInside(target)) leave();
    };
    const handleSelection = () => {
      const selection = document.getSelection();
      if (selection?.isCollapsed === false && !isInside(selection.anchorNode)) leave();
    };
    const listeners = new AbortController();
    const { signal } = listeners;
    document.addEventListener("pointermove", handleMove, { signal });
    document.documentElement.addEventListener("pointerleave", start, { signal });
    document.addEventListener("scroll", handleScroll, { signal, capture: true });
    document.addEventListener("selectionchange", handleSelection, { signal });
    return () => {
      listeners.abort();
      stay();
    };
  }, [rect, layer, leave]);
}
