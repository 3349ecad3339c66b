import { Drawer as BlueprintDrawer, DrawerSize } from "@blueprintjs/core";
import { useId, useState, type ReactNode } from "react";
import { LayerHeader } from "./LayerHeader.tsx";
import { IsInLayer } from "./isInLayer.ts";
import { useReturnFocus } from "./returnFocus.ts";
import { setModalRole } from "./setModalRole.ts";

export interface DrawerProps {
  isOpen: boolean;
  /** The heading, and the name for screen readers. */
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** A panel at the side of the page: a modal dialog for screen readers. The focus returns as it does from Dialog. */
export function Drawer({ isOpen, title, onClose, children }: DrawerProps) {
  const titleId = useId();
  const restoreFocus = useReturnFocus(isOpen);
  // While the panel slides out, what it showed has mostly gone from the state of the page.
  const [shown, setShown] = useState({ title, children });
  if (isOpen && (shown.title !== title || shown.children !== children)) setShown({ title, children });
  return (
    <BlueprintDrawer
      isOpen={isOpen}
      size={DrawerSize.SMALL}
      shouldReturnFocusOnClose={false}
      onOpening={(panel) => {
        setModalRole(panel, { "aria-labelledby": titleId });
        panel.querySelector("button")?.focus();
      }}
      onClosed={restoreFocus}
      onClose={onClose}
    >
      <LayerHeader layer="drawer" title={shown.title} titleId={titleId} onClose={onClose} />
      <IsInLayer value={true}>{shown.children}</IsInLayer>
    </BlueprintDrawer>
  );
}
