import { useId, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { FormDialog } from "../patterns/FormDialog.tsx";
import { FormError, type FormErrorInfo } from "../patterns/FormError.tsx";
import { PasswordField } from "./PasswordField.tsx";

export interface PasswordDialogProps {
  isBusy?: boolean;
  failure?: FormErrorInfo | null;
  /** The element that had the focus before: it may have been disabled since, so the dialog cannot find it itself. */
  opener?: HTMLElement | null;
  /** Buttons for other ways to confirm. */
  alternatives?: ReactNode;
  onConfirm: (password: string) => void;
  onCancel: () => void;
}

/** Asks for the password again, before an action that a stolen device must not be able to perform. */
export function PasswordDialog({
  isBusy = false,
  failure = null,
  opener = null,
  alternatives,
  onConfirm,
  onCancel,
}: PasswordDialogProps) {
  const { t } = useTranslation("auth");
  const errors = useTranslation("errors");
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [password, setPassword] = useState("");
  return (
    <FormDialog
      title={t("passwordConfirmation.title")}
      size="small"
      isCloseButtonShown={false}
      aria-describedby={`${id}text`}
      initialFocus={field}
      opener={opener}
      draft={null}
      action={t("passwordConfirmation.confirm")}
      className={null}
      faults={{ password: password === "" ? errors.t("required") : null }}
      failure={failure}
      isBusy={isBusy}
      onSubmit={() => onConfirm(password)}
      onClose={onCancel}
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
          {alternatives}
        </>
      )}
    </FormDialog>
  );
}
