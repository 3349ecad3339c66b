import { useState } from "react";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { FormError, type FormErrorInfo } from "../patterns/FormError.tsx";
import { useFocusFirstError } from "../patterns/useFocusFirstError.ts";
import { NewPasswordFields, NO_PASSWORD } from "./NewPasswordFields.tsx";
import { usePasswordValidation } from "./usePasswordValidation.ts";
import { Button } from "../ui/Button.ts";
import { Intent } from "../ui/intent.ts";
import styles from "../patterns/Form.module.css";

export interface ResetPasswordFormProps {
  onSubmit: (passwords: { new_password: string; confirm_password: string }) => void;
  isBusy?: boolean;
  failure?: FormErrorInfo | null;
}

/** The page does not know the owner of the link; the host checks against address and name. */
const NOBODY = { email: "", name: "" };

/** The form for a new password after a reset. */
export function ResetPasswordForm({ onSubmit, isBusy = false, failure = null }: ResetPasswordFormProps) {
  const { t } = useTranslation("auth");
  const check = usePasswordValidation();
  const [value, setValue] = useState(NO_PASSWORD);
  const [isChecked, setChecked] = useState(false);
  const faults = check(value.password, value.confirmation, NOBODY);
  const ref = useFocusFirstError(isBusy);
  return (
    <form
      ref={ref}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        if (faults.password.length === 0 && faults.confirm.length === 0 && !isBusy) {
          onSubmit({ new_password: value.password, confirm_password: value.confirmation });
        }
      }}
    >
      <FormError title={t("resetFailed")} failure={failure} shownFields={["new_password", "confirm_password"]} />
      <NewPasswordFields
        labels={{ password: t("newPassword"), confirmation: t("newPasswordAgain") }}
        name="new_password"
        owner={NOBODY}
        value={value}
        onChange={setValue}
        errors={{
          password: isChecked && faults.password.length > 0 ? faults.password : failure?.fields?.["new_password"],
          confirmation: isChecked && faults.confirm.length > 0 ? faults.confirm : failure?.fields?.["confirm_password"],
        }}
      />
      <Button type="submit" intent={Intent.PRIMARY} size="large" fill text={t("resetSave")} loading={isBusy} />
    </form>
  );
}
