import { useId, useRef, useState } from "react";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Form } from "../patterns/Form.tsx";
import { FormError, type FormErrorInfo } from "../patterns/FormError.tsx";
import { PasswordField } from "./PasswordField.tsx";
import { Button } from "../ui/Button.ts";
import { Dialog } from "../ui/Dialog.tsx";

export interface PasswordDialogProps {
  isBusy?: boolean;
  failure?: FormErrorInfo | null;
  /** The element that had the focus before: it may have been disabled since, so the dialog cannot find it itself. */
  opener?: HTMLElement | null;
  onConfirm: (password: string) => void;
  onCancel: () => void;
}

/** Asks for the password again, before an action that a stolen device must not be able to perform. */
export function PasswordDialog({
  isBusy = false,
  failure = null,
  opener = null,
  onConfirm,
  onCancel,
}: PasswordDialogProps) {
  const { t } = useTranslation("auth");
  const errors = useTranslation("errors");
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [password, setPassword] = useState("");
  return (
    <Dialog
      isOpen
      title={t("passwordConfirmation.title")}
      size="small"
      isBusy={isBusy}
      isDismissedOutside={false}
      isCloseButtonShown={false}
      describedBy={`${id}text`}
      initialFocus={field}
      opener={opener}
      actions={
        <>
          <Button text={t("passwordConfirmation.cancel")} disabled={isBusy} onClick={onCancel} />
          <Button type="submit" form={id} intent="primary" text={t("passwordConfirmation.confirm")} loading={isBusy} />
        </>
      }
      onClose={onCancel}
    >
      <Form
        id={id}
        className={null}
        faults={{ password: password === "" ? errors.t("required") : null }}
        failure={failure}
        isBusy={isBusy}
        onSubmit={() => onConfirm(password)}
      >
        {({ errorsOf }) => (
          <>
            <p id={`${id}text`}>{t("passwordConfirmation.text")}</p>
            <FormError title={t("passwordConfirmation.failed")} failure={failure} shownFields={["password"]} />
            <PasswordField
              inputRef={field}
              label={t("password")}
              name="password"
              autoComplete="current-password"
              value={password}
              onChange={setPassword}
              errors={errorsOf("password")}
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}
