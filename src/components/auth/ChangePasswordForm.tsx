import { useState } from "react";
import type { PasswordOwner } from "../../../contract/access/passwords.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { FormErrorInfo } from "../patterns/FormError.tsx";
import { Form } from "../patterns/Form.tsx";
import { NewPasswordFields, NO_PASSWORD } from "./NewPasswordFields.tsx";
import { PasswordField } from "./PasswordField.tsx";
import { usePasswordValidation } from "./usePasswordValidation.ts";
import { Button } from "../ui/Button.tsx";
import { Inline } from "../ui/Inline.tsx";

export interface ChangePasswordFormProps {
  /** The owner of the password: a new one may not be their address or name. */
  owner: PasswordOwner;
  onSubmit: (passwords: { old_password: string; new_password: string; confirm_password: string }) => void;
  isBusy?: boolean;
  failure?: FormErrorInfo | null;
}

/** Changes the user's password. Remount it (by `key`) to clear it after a success. */
export function ChangePasswordForm({ owner, onSubmit, isBusy = false, failure = null }: ChangePasswordFormProps) {
  const { t } = useTranslation("settings");
  const errors = useTranslation("errors");
  const [old, setOld] = useState("");
  const [fresh, setFresh] = useState(NO_PASSWORD);
  const check = usePasswordValidation();
  const passwords = check(fresh.password, fresh.confirmation, owner);
  const faults = {
    old_password: old === "" ? errors.t("required") : null,
    new_password: passwords.password,
    confirm_password: passwords.confirm,
  };
  return (
    <Form
      faults={faults}
      failure={failure}
      failureTitle={t("passwordFailed")}
      isBusy={isBusy}
      onSubmit={() =>
        onSubmit({ old_password: old, new_password: fresh.password, confirm_password: fresh.confirmation })
      }
    >
      {({ errorsOf }) => (
        <>
          {/* Identifies the account for password managers. */}
          <input
            className="visually-hidden"
            type="email"
            name="username"
            autoComplete="username"
            aria-hidden="true"
            tabIndex={-1}
            readOnly
            value={owner.email}
          />
          <PasswordField
            label={t("oldPassword")}
            name="old_password"
            autoComplete="current-password"
            value={old}
            onChange={setOld}
            errors={errorsOf("old_password")}
          />
          <NewPasswordFields
            labels={{ password: t("newPassword"), confirmation: t("confirmPassword") }}
            name="new_password"
            owner={owner}
            value={fresh}
            onChange={setFresh}
            errors={{ password: errorsOf("new_password"), confirmation: errorsOf("confirm_password") }}
          />
          <Inline align="stretch">
            <Button type="submit" intent="primary" text={t("changePassword")} loading={isBusy} />
          </Inline>
        </>
      )}
    </Form>
  );
}
