import { Drawer as BlueprintDrawer, DrawerSize } from "@blueprintjs/core";
import { useId, useRef, type ReactNode } from "react";
import { LayerHeader } from "./LayerHeader.tsx";
import { returnFocus } from "./returnFocus.ts";

export interface DrawerProps {
  /** The heading, and the name for screen readers; null: closed. */
  title: string | null;
  onClose: () => void;
  children: ReactNode;
}

/** A panel at the side of the page: a modal dialog for screen readers, which returns the focus when it closes. */
export function Drawer({ title, onClose, children }: DrawerProps) {
  const titleId = useId();
  // The trigger may be an SVG element: Blueprint neither blurs it nor restores focus to it.
  const trigger = useRef<HTMLElement | SVGElement | null>(null);
  return (
    <BlueprintDrawer
      isOpen={title !== null}
      size={DrawerSize.SMALL}
      shouldReturnFocusOnClose={false}
      onOpening={(panel) => {
        const { activeElement } = document;
        trigger.current =
          activeElement instanceof HTMLElement || activeElement instanceof SVGElement ? activeElement : null;
        // Blueprint sets no role.
        panel.setAttribute("role", "dialog");
        panel.setAttribute("aria-modal", "true");
        panel.setAttribute("aria-labelledby", titleId);
        panel.querySelector("button")?.focus();
      }}
      onClosed={() => returnFocus(trigger.current)}
      onClose={onClose}
    >
      {title !== null && <LayerHeader layer="drawer" title={title} titleId={titleId} onClose={onClose} />}
      {children}
    </BlueprintDrawer>
  );
}
