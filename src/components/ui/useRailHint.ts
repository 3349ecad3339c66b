import { useState, type FocusEvent, type PointerEvent } from "react";

interface RailHint {
  readonly text: string;
  readonly anchor: Element;
}

const isElement = (target: EventTarget | null): target is Element => target instanceof Element;

/** The name of the icon under the pointer or with the keyboard's focus, for a rail of icons. Icons have their names in `data-hint`. */
export function useRailHint() {
  const [hint, setHint] = useState<RailHint | null>(null);
  const close = () => setHint(null);

  const show = (target: EventTarget | null): void => {
    if (!isElement(target)) return;
    // The pointer may move onto the hint itself.
    if (target.closest("[role=tooltip]")) return;
    const anchor = target.closest<HTMLElement>("[data-hint]");
    setHint(anchor ? { text: anchor.dataset["hint"] ?? "", anchor } : null);
  };
  return {
    hint,
    close,
    handlers: {
      onPointerOver: ({ target, pointerType }: PointerEvent) => pointerType !== "touch" && show(target),
      onPointerLeave: close,
      onFocus: ({ target }: FocusEvent) => target.matches(":focus-visible") && show(target),
      onBlur: close,
    },
  };
}
