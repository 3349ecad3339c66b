import { useId, useRef } from "react";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Button } from "../ui/Button.ts";
import { Dialog, DialogBody, DialogFooter } from "../ui/Dialog.ts";
import { type Intent } from "../ui/intent.ts";

export interface ConfirmDialogProps {
  isOpen: boolean;
  title: string;
  text: string;
  /** The verb on the button. */
  action: string;
  intent?: Intent;
  isBusy?: boolean;
  /** Why the action failed. The dialog stays open. */
  failure?: string | undefined;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Confirms a destructive action. Focus starts on the harmless button and returns to the opener. */
export function ConfirmDialog({
  isOpen,
  title,
  text,
  action,
  intent = "danger",
  isBusy = false,
  failure,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  const { t } = useTranslation("project");
  const id = useId();
  const harmless = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      isOpen={isOpen}
      title={title}
      isCloseButtonShown={false}
      canOutsideClickClose={!isBusy}
      canEscapeKeyClose={!isBusy}
      shouldReturnFocusOnClose
      aria-describedby={`${id}text`}
      onOpened={() => harmless.current?.focus()}
      onClose={onCancel}
      style={{ width: 440 }}
    >
      <DialogBody>
        <p id={`${id}text`} style={{ margin: 0, overflowWrap: "anywhere" }}>
          {text}
        </p>
        <p role="alert" style={{ color: "var(--clew-error-text)", margin: failure ? "12px 0 0" : 0 }}>
          {failure}
        </p>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button ref={harmless} text={t("confirm.cancel")} disabled={isBusy} onClick={onCancel} />
            <Button intent={intent} text={action} loading={isBusy} onClick={onConfirm} />
          </>
        }
      />
    </Dialog>
  );
}
