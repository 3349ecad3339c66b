import { useEffect, useState, type FocusEvent, type PointerEvent } from "react";

interface RailHint {
  readonly text: string;
  /** Pixels from the top of the window. */
  readonly top: number;
}

const isElement = (target: EventTarget | null): target is Element => target instanceof Element;

/** The name of the icon under the pointer or with the keyboard's focus, for a rail of icons. It closes with Escape and when the page scrolls. */
export function useRailHint() {
  const [hint, setHint] = useState<RailHint | null>(null);
  const isOpen = hint !== null;
  useEffect(() => {
    if (!isOpen) return undefined;
    const listeners = new AbortController();
    const options = { capture: true, signal: listeners.signal };
    const close = (): void => setHint(null);
    document.addEventListener("keydown", ({ key }) => key === "Escape" && close(), options);
    document.addEventListener("scroll", close, options);
    return () => listeners.abort();
  }, [isOpen]);

  const show = (target: EventTarget | null): void => {
    // The pointer may move onto the hint itself.
    if (isElement(target) && target.matches("[data-rail-hint]")) return;
    const item = isElement(target) ? target.closest<HTMLElement>("[data-hint]") : null;
    const box = item?.getBoundingClientRect();
    setHint(box ? { text: item?.dataset["hint"] ?? "", top: box.top + box.height / 2 } : null);
  };
  return {
    hint,
    handlers: {
      onPointerOver: ({ target, pointerType }: PointerEvent) => pointerType !== "touch" && show(target),
      onPointerLeave: () => setHint(null),
      onFocus: ({ target }: FocusEvent) => target.matches(":focus-visible") && show(target),
      onBlur: () => setHint(null),
    },
  };
}
