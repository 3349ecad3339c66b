import { Dialog as BlueprintDialog, DialogBody, DialogFooter } from "@blueprintjs/core";
import { useId, type ReactNode, type RefObject } from "react";
import { Callout } from "./Callout.tsx";
import { LayerHeader } from "./LayerHeader.tsx";
import { IsInLayer } from "./isInLayer.ts";
import { useReturnFocus } from "./returnFocus.ts";
import styles from "./Dialog.module.css";

export interface DialogProps {
  isOpen: boolean;
  title: string;
  /** `small` for a question, `medium` for a form or a text, `large` for tables. */
  size?: "small" | "medium" | "large";
  /** While a request runs the dialog cannot be dismissed. */
  isBusy?: boolean;
  /** Whether a click next to the dialog closes it; not where typed text would be lost. */
  isDismissedOutside?: boolean;
  /** False where the actions already close the dialog. */
  isCloseButtonShown?: boolean;
  /** Id of the text that describes the dialog. */
  "aria-describedby"?: string | undefined;
  /** The element that has the focus first; Blueprint's choice without it. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** The element that the focus returns to, where another one has it by the time the dialog opens. */
  opener?: HTMLElement | null;
  /** Why the last action failed. */
  failure?: ReactNode;
  /** Buttons of the footer, the one that closes the dialog first. */
  actions?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** Moves the focus, unless the user has moved to another field while the dialog was opening: the next key would be typed into the wrong one. */
function focusUnlessUsed(element: HTMLElement | null | undefined): void {
  const active = document.activeElement;
  const isInField = active?.matches("input, textarea, select") === true;
  if (!isInField || active.closest("[role=dialog]") !== element?.closest("[role=dialog]")) element?.focus();
}

/** A modal dialog. The focus returns to its opener when it closes and when it is unmounted. */
export function Dialog({
  isOpen,
  title,
  size = "medium",
  isBusy = false,
  isDismissedOutside = true,
  isCloseButtonShown = true,
  "aria-describedby": describedBy,
  initialFocus,
  opener,
  failure,
  actions,
  onClose,
  children,
}: DialogProps) {
  const titleId = useId();
  const restoreFocus = useReturnFocus(isOpen, opener);
  return (
    <BlueprintDialog
      isOpen={isOpen}
      aria-labelledby={titleId}
      className={size === "medium" ? undefined : styles[size]}
      canOutsideClickClose={isDismissedOutside && !isBusy}
      canEscapeKeyClose={!isBusy}
      shouldReturnFocusOnClose={false}
      aria-describedby={describedBy}
      onOpened={() => focusUnlessUsed(initialFocus?.current)}
      onClose={onClose}
      onClosed={restoreFocus}
    >
      <LayerHeader
        layer="dialog"
        title={title}
        titleId={titleId}
        onClose={isCloseButtonShown ? onClose : undefined}
        isBusy={isBusy}
      />
      <DialogBody>
        <IsInLayer value={true}>{children}</IsInLayer>
        <div role="alert" className={styles.failure}>
          {failure !== undefined && failure !== null && <Callout intent="danger">{failure}</Callout>}
        </div>
      </DialogBody>
      {actions !== undefined && <DialogFooter actions={actions} />}
    </BlueprintDialog>
  );
}
