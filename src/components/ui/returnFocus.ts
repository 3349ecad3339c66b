import { Classes } from "@blueprintjs/core";
import { useEffect, useRef, useState } from "react";
import { useStableCallback } from "../../hooks/useStableCallback.ts";

type Opener = HTMLElement | SVGElement | null;

/** Retries for this long, in milliseconds, while the element is not mounted again yet or disabled by a cancelled request. */
const TIMEOUT_MS = 2000;

/**
 * Restores focus after a dialog as soon as the element can take it: a control may be disabled until a request completes. Focus that
 * the user has moved meanwhile is left alone. Where the element was removed, an item of a menu for example, the page gets the focus.
 * @param target the element that had the focus; null: none had. A function where the element is mounted again first
 */
export function returnFocus(target: Opener | (() => Opener)): void {
  const end = performance.now() + TIMEOUT_MS;
  const attempt = (): void => {
    const { activeElement } = document;
    const opener = typeof target === "function" ? target() : target;
    // After an answer of the server, a frame can come before the render that mounts the element.
    if (typeof target === "function" && opener === null) {
      if (performance.now() < end) requestAnimationFrame(attempt);
      return;
    }
    if (opener?.isConnected === false && activeElement === document.body) {
      document.querySelector("main")?.focus({ preventScroll: true });
      return;
    }
    // A layer below takes the focus when the one above it closes.
    if (!opener?.isConnected || !focusContainer(activeElement)?.contains(opener)) return;
    opener.focus({ preventScroll: true });
    if (document.activeElement !== opener && performance.now() < end) requestAnimationFrame(attempt);
  };
  requestAnimationFrame(attempt);
}

/** The layer of an element that only keeps the focus in it, otherwise the element. */
const focusContainer = (active: Element | null): Element | null =>
  active?.matches(`.${Classes.OVERLAY_START_FOCUS_TRAP}, .${Classes.OVERLAY_END_FOCUS_TRAP}`) === true
    ? active.parentElement
    : active;

/** An SVG element may have the focus: a bar of a chart. An item of a menu is unmounted with it: its button gets the focus instead. */
function focusedElement(): Opener {
  const { activeElement } = document;
  const menuButton =
    activeElement?.closest("[role=menu]") &&
    document.querySelector<HTMLElement>("[aria-haspopup=menu][aria-expanded=true]");
  if (menuButton) return menuButton;
  const isElement = activeElement instanceof HTMLElement || activeElement instanceof SVGElement;
  return isElement && activeElement !== document.body ? activeElement : null;
}

/** The element that had the focus when the layer opened: read while rendering, since the overlay's effects move the focus. */
function useFocusBeforeOpen(isOpen: boolean): Opener {
  const [before, setBefore] = useState(() => ({ isOpen, element: isOpen ? focusedElement() : null }));
  if (before.isOpen !== isOpen) setBefore({ isOpen, element: isOpen ? focusedElement() : before.element });
  return before.element;
}

/**
 * Returns the focus to the opener of a layer when it is unmounted while it is open.
 * @param opener the element that gets the focus, if another one already has it when the layer opens
 * @returns a function that returns the focus, to be called when the layer has closed
 */
export function useReturnFocus(isOpen: boolean, opener?: Opener): () => void {
  const before = useFocusBeforeOpen(isOpen);
  const target = opener ?? before;
  const isPending = useRef(false);
  const restoreFocus = useStableCallback(() => {
    if (isPending.current) returnFocus(target);
    isPending.current = false;
  });
  useEffect(() => {
    if (isOpen) isPending.current = true;
  }, [isOpen]);
  useEffect(() => restoreFocus, [restoreFocus]);
  return restoreFocus;
}
