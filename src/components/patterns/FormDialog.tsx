import { useId } from "react";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog, type DialogProps } from "../ui/Dialog.tsx";
import type { Intent } from "../ui/intent.ts";
import { Form, type FormProps } from "./Form.tsx";
import { type FormDraft, useDiscardQuestion } from "./useDiscardQuestion.tsx";

export interface FormDialogProps<Field extends string = never>
  extends
    Pick<
      DialogProps,
      "title" | "size" | "isCloseButtonShown" | "aria-describedby" | "initialFocus" | "opener" | "onClose"
    >,
    Omit<FormProps<Field>, "id" | "label"> {
  /** The values of the form: once they differ from the first ones, Escape and the button at the title ask before they close it. */
  draft: FormDraft;
  /** The verb on the button that submits the form. */
  action: string;
  intent?: Intent;
  /** Why the last request failed, where no field shows it. */
  alert?: DialogProps["failure"];
  /** False while the form cannot be submitted at all. */
  canSubmit?: boolean;
}

/** A radio button that is not chosen is not where the Tab key would go. */
const FIELDS = ["input:not([type=hidden], [type=radio]:not(:checked))", "textarea", "select"]
  .map((field) => `${field}:enabled`)
  .join();

/** A form in a modal dialog, mounted while it is open. A click next to it does not close it; Cancel discards what was typed. */
export function FormDialog<Field extends string = never>({
  title,
  size,
  isCloseButtonShown,
  "aria-describedby": describedBy,
  initialFocus,
  opener,
  draft,
  action,
  intent = "primary",
  alert,
  canSubmit = true,
  isBusy = false,
  onClose,
  ...form
}: FormDialogProps<Field>) {
  const { t } = useTranslation("states");
  const id = useId();
  const { close, question } = useDiscardQuestion(draft, onClose);
  // Without it the focus is on the dialog, and what is typed there is lost.
  const firstField = {
    get current() {
      return document.getElementById(id)?.querySelector<HTMLElement>(FIELDS) ?? null;
    },
  };
  return (
    <>
      <Dialog
        isOpen
        title={title}
        isBusy={isBusy}
        isDismissedOutside={false}
        failure={alert}
        actions={
          <>
            <Button text={t("cancel")} disabled={isBusy} onClick={onClose} />
            <Button type="submit" form={id} intent={intent} text={action} loading={isBusy} disabled={!canSubmit} />
          </>
        }
        onClose={close}
        {...(size && { size })}
        {...(isCloseButtonShown !== undefined && { isCloseButtonShown })}
        aria-describedby={describedBy}
        initialFocus={initialFocus ?? firstField}
        {...(opener && { opener })}
      >
        <Form id={id} isBusy={isBusy} {...form} />
      </Dialog>
      {question}
    </>
  );
}
