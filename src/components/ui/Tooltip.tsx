import { useEffect, useId, useRef, useState, type ReactNode } from "react";
import styles from "./Tooltip.module.css";

export interface TooltipProps {
  /** The explanation: plain text, one or two sentences. */
  text: string;
  /** Text, which becomes a button; or a control, by a function that gives it the description. */
  children: ReactNode | ((described: { "aria-describedby": string }) => ReactNode);
}

/** Free space between the panel and the edge of the window, in pixels. */
const MARGIN = 8;

/** Below its anchor, or above where the window ends. */
function placeAt(anchor: Element, panel: HTMLElement): void {
  const box = anchor.getBoundingClientRect();
  const { width, height } = panel.getBoundingClientRect();
  const left = Math.max(MARGIN, Math.min(box.left, window.innerWidth - width - MARGIN));
  const isBelow = box.bottom + height <= window.innerHeight;
  panel.style.left = `${left}px`;
  panel.style.top = `${isBelow ? box.bottom : Math.max(0, box.top - height)}px`;
}

/** An explanation that opens on hover, keyboard focus and touch, and is the description of its control for screen readers. */
export function Tooltip({ text, children }: TooltipProps) {
  const id = useId();
  const anchor = useRef<HTMLSpanElement>(null);
  const panel = useRef<HTMLSpanElement>(null);
  const [isOpen, setOpen] = useState(false);

  useEffect(() => {
    const { current: around } = anchor;
    const { current: element } = panel;
    if (!isOpen || !around || !element) return undefined;
    // In the top layer: neither a scroll container nor a dialog clips it. jsdom has none.
    element.showPopover?.();
    const place = (): void => placeAt(around, element);
    place();
    const listeners = new AbortController();
    const options = { capture: true, signal: listeners.signal };
    const close = (): void => setOpen(false);
    const handleKey = (event: KeyboardEvent): void => {
      if (event.key !== "Escape") return;
      event.stopPropagation(); // a dialog around it stays open
      close();
    };
    const handlePoint = ({ target }: PointerEvent): void => {
      if (!(target instanceof Node && around.contains(target))) close();
    };
    document.addEventListener("keydown", handleKey, options);
    document.addEventListener("pointerdown", handlePoint, options);
    document.addEventListener("scroll", place, options);
    window.addEventListener("resize", place, options);
    return () => {
      listeners.abort();
      if (element.isConnected) element.hidePopover?.();
    };
  }, [isOpen]);

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- handles events of the control inside it
    <span
      ref={anchor}
      className={styles.anchor}
      onPointerEnter={({ pointerType }) => pointerType !== "touch" && setOpen(true)}
      onPointerLeave={({ pointerType }) => pointerType !== "touch" && setOpen(false)}
      onFocus={({ target }) => target.matches(":focus-visible") && setOpen(true)}
      onBlur={() => setOpen(false)}
      onClick={() => setOpen(true)}
    >
      {typeof children === "function" ? (
        children({ "aria-describedby": id })
      ) : (
        <button type="button" className={styles.trigger} aria-describedby={id}>
          {children}
        </button>
      )}
      <span ref={panel} id={id} role="tooltip" popover="manual" className={styles.panel}>
        {text}
      </span>
    </span>
  );
}
