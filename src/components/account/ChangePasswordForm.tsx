import { useState } from "react";
import type { PasswordOwner } from "../../../contract/passwords.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { FormError, type FormErrorInfo } from "../patterns/FormError.tsx";
import { useFocusFirstError } from "../patterns/useFocusFirstError.ts";
import { NewPasswordFields, NO_PASSWORD } from "../auth/NewPasswordFields.tsx";
import { PasswordField } from "../auth/PasswordField.tsx";
import { usePasswordValidation } from "../auth/usePasswordValidation.ts";
import { Button } from "../ui/Button.ts";
import { Intent } from "../ui/intent.ts";
import styles from "../patterns/Form.module.css";

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
  const [isChecked, setChecked] = useState(false);
  const check = usePasswordValidation();
  const passwords = check(fresh.password, fresh.confirmation, owner);
  const faults: Readonly<Record<"old_password" | "new_password" | "confirm_password", readonly string[]>> = {
    old_password: old === "" ? [errors.t("required")] : [],
    new_password: passwords.password,
    confirm_password: passwords.confirm,
  };
  const errorsOf = (field: keyof typeof faults): readonly string[] | undefined =>
    isChecked && faults[field].length > 0 ? faults[field] : failure?.fields?.[field];
  const ref = useFocusFirstError(isBusy);
  return (
    <form
      ref={ref}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        if (Object.values(faults).every((texts) => texts.length === 0) && !isBusy) {
          onSubmit({ old_password: old, new_password: fresh.password, confirm_password: fresh.confirmation });
        }
      }}
    >
      <FormError
        title={t("passwordFailed")}
        failure={failure}
        shownFields={["old_password", "new_password", "confirm_password"]}
      />
      {/* Tells password managers which account's password changes. */}
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
      <div className={styles.actions}>
        <Button type="submit" intent={Intent.PRIMARY} text={t("changePassword")} loading={isBusy} />
      </div>
    </form>
  );
}
