import { useId, useRef } from "react";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { type Intent } from "../ui/intent.ts";
import { Text } from "../ui/Text.tsx";

export interface ConfirmDialogProps {
  isOpen: boolean;
  title: string;
  text: string;
  /** The verb on the button. */
  action: string;
  /** The words on the harmless button; "Cancel" without them. */
  cancel?: string;
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
  cancel,
  intent = "danger",
  isBusy = false,
  failure,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  const { t } = useTranslation("states");
  const id = useId();
  const harmless = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      isOpen={isOpen}
      title={title}
      size="small"
      isBusy={isBusy}
      isCloseButtonShown={false}
      aria-describedby={`${id}text`}
      initialFocus={harmless}
      failure={failure}
      actions={
        <>
          <Button ref={harmless} text={cancel ?? t("cancel")} disabled={isBusy} onClick={onCancel} />
          <Button intent={intent} text={action} loading={isBusy} onClick={onConfirm} />
        </>
      }
      onClose={onCancel}
    >
      <Text as="p" id={`${id}text`} overflow="anywhere">
        {text}
      </Text>
    </Dialog>
  );
}
