import { useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Form } from "../patterns/Form.tsx";
import { FormError, type FormErrorInfo } from "../patterns/FormError.tsx";
import { PasswordField } from "./PasswordField.tsx";
import { returnFocus } from "../ui/returnFocus.ts";
import { Button } from "../ui/Button.ts";
import { Dialog, DialogBody, DialogFooter } from "../ui/Dialog.ts";

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
  const body = useRef<HTMLDivElement>(null);
  const [password, setPassword] = useState("");
  useEffect(() => () => returnFocus(opener), [opener]);
  return (
    <Dialog
      isOpen
      title={t("again.title")}
      isCloseButtonShown={false}
      canOutsideClickClose={false}
      canEscapeKeyClose={!isBusy}
      aria-describedby={`${id}text`}
      onOpened={() => body.current?.querySelector("input")?.focus()}
      onClose={onCancel}
      style={{ width: 440 }}
    >
      <Form
        className={null}
        faults={{ password: password === "" ? errors.t("required") : null }}
        failure={failure}
        isBusy={isBusy}
        onSubmit={() => onConfirm(password)}
      >
        {({ errorsOf }) => (
          <>
            <DialogBody>
              <div ref={body}>
                <p id={`${id}text`} style={{ margin: "0 0 12px" }}>
                  {t("again.text")}
                </p>
                <FormError title={t("again.failed")} failure={failure} shownFields={["password"]} />
                <PasswordField
                  label={t("password")}
                  name="password"
                  autoComplete="current-password"
                  value={password}
                  onChange={setPassword}
                  errors={errorsOf("password")}
                />
              </div>
            </DialogBody>
            <DialogFooter
              actions={
                <>
                  <Button text={t("again.cancel")} disabled={isBusy} onClick={onCancel} />
                  <Button type="submit" intent="primary" text={t("again.confirm")} loading={isBusy} />
                </>
              }
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}
