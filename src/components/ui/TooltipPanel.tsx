import { useEffect, useRef } from "react";
import styles from "./TooltipPanel.module.css";
import { useStableCallback } from "../../hooks/useStableCallback.ts";

export interface TooltipPanelProps {
  /** The element that it explains; null while it is closed. */
  anchor: Element | null;
  text: string;
  /** Id of the description of a control. Without it the panel is hidden from screen readers: its text is the name of the control. */
  id?: string;
  /** `below` moves above the anchor when there is no room below it. Default: `below`. */
  side?: "below" | "after";
  className?: string | undefined;
  /** Escape, or a press outside of the anchor. */
  onClose: () => void;
}

/** Free space around the panel, in pixels. */
const MARGIN = 8;

function placeAt(anchor: Element, panel: HTMLElement, side: "below" | "after"): void {
  const box = anchor.getBoundingClientRect();
  const { width, height } = panel.getBoundingClientRect();
  const isRtl = getComputedStyle(anchor).direction === "rtl";
  const after = isRtl ? box.left - MARGIN - width : box.right + MARGIN;
  const start = isRtl ? box.right - width : box.left;
  const isBelow = box.bottom + height <= window.innerHeight;
  const below = isBelow ? box.bottom : box.top - height;
  const left = side === "after" ? after : start;
  const top = side === "after" ? box.top + (box.height - height) / 2 : below;
  panel.style.left = `${Math.max(MARGIN, Math.min(left, window.innerWidth - width - MARGIN))}px`;
  panel.style.top = `${Math.max(0, top)}px`;
}

/** The panel of a tooltip. It is in the top layer: neither a scroll container nor a dialog clips it. */
export function TooltipPanel({ anchor, text, id, side = "below", className = "", onClose }: TooltipPanelProps) {
  const panel = useRef<HTMLSpanElement>(null);
  const close = useStableCallback(onClose);

  useEffect(() => {
    const { current: element } = panel;
    if (!anchor || !element) return undefined;
    element.showPopover();
    const place = (): void => placeAt(anchor, element, side);
    place();
    const listeners = new AbortController();
    const options = { capture: true, signal: listeners.signal };
    const handleKey = (event: KeyboardEvent): void => {
      if (event.key !== "Escape") return;
      event.stopPropagation(); // a dialog around it stays open
      close();
    };
    const handlePoint = ({ target }: PointerEvent): void => {
      if (!(target instanceof Node && anchor.contains(target))) close();
    };
    document.addEventListener("keydown", handleKey, options);
    document.addEventListener("pointerdown", handlePoint, options);
    document.addEventListener("scroll", place, options);
    window.addEventListener("resize", place, options);
    return () => {
      listeners.abort();
      if (element.isConnected) element.hidePopover();
    };
  }, [anchor, side, text, close]);

  return (
    <span
      ref={panel}
      id={id}
      role="tooltip"
      aria-hidden={id === undefined || undefined}
      popover="manual"
      className={`${styles.panel} ${className}`}
      data-side={side}
    >
      {text}
    </span>
  );
}
