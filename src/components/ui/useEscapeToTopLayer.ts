import { useOverlayStack } from "@blueprintjs/core";
import { useEffect } from "react";

/**
 * Gives Escape to the topmost layer (dialog, drawer, popover) while the focus is still outside of it. Blueprint listens inside a layer
 * alone and moves the focus there in a later frame: an Escape pressed before that would be lost.
 */
export function useEscapeToTopLayer(): void {
  const { getLastOpened } = useOverlayStack();
  useEffect(() => {
    const handleKey = (event: KeyboardEvent): void => {
      const layer = getLastOpened();
      // A layer that does not take the focus listens on the document itself.
      if (event.key !== "Escape" || event.isComposing || !layer?.props.autoFocus) return;
      const { current: container } = layer.containerElement;
      if (event.target instanceof Node && container?.contains(event.target)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      const send = (): void => {
        if (getLastOpened()?.id !== layer.id) return;
        const { current: mounted } = layer.containerElement;
        // The layer is open before its portal is in the page.
        if (!mounted) requestAnimationFrame(send);
        else mounted.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true }));
      };
      send();
    };
    document.addEventListener("keydown", handleKey, { capture: true });
    return () => document.removeEventListener("keydown", handleKey, { capture: true });
  }, [getLastOpened]);
}
