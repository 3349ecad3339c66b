import { Button, Intent } from "@blueprintjs/core";
import { useState } from "react";
import { useWords } from "../../i18n/useWords.ts";
import styles from "../FormField/Form.module.css";
import { FormFailure, type SubmitFailure } from "../FormFailure/FormFailure.tsx";
import { useWrongField } from "../FormField/useWrongField.ts";
import { NewPasswordFields, NO_PASSWORD } from "../NewPasswordFields/NewPasswordFields.tsx";
import { usePasswordCheck } from "../PasswordRules/usePasswordCheck.ts";

export interface NewPasswordFormProps {
  onSubmit: (passwords: { new_password: string; confirm_password: string }) => void;
  isBusy?: boolean;
  failure?: SubmitFailure | null;
}

/** The page does not know the owner of the link; the host checks against address and name. */
const NOBODY = { email: "", name: "" };

/** The form for a new password after a reset. */
export function NewPasswordForm({ onSubmit, isBusy = false, failure = null }: NewPasswordFormProps) {
  const { t } = useWords("auth");
  const check = usePasswordCheck();
  const [value, setValue] = useState(NO_PASSWORD);
  const [isChecked, setChecked] = useState(false);
  const faults = check(value.password, value.again, NOBODY);
  const ref = useWrongField(isBusy);
  return (
    <form
      ref={ref}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        if (faults.password.length === 0 && faults.confirm.length === 0 && !isBusy) {
          onSubmit({ new_password: value.password, confirm_password: value.again });
        }
      }}
    >
      <FormFailure title={t("resetFailed")} failure={failure} shownFields={["new_password", "confirm_password"]} />
      <NewPasswordFields
        labels={{ password: t("newPassword"), again: t("newPasswordAgain") }}
        name="new_password"
        owner={NOBODY}
        value={value}
        onChange={setValue}
        errors={{
          password: isChecked && faults.password.length > 0 ? faults.password : failure?.fields?.["new_password"],
          again: isChecked && faults.confirm.length > 0 ? faults.confirm : failure?.fields?.["confirm_password"],
        }}
      />
      <Button type="submit" intent={Intent.PRIMARY} size="large" fill text={t("resetSave")} loading={isBusy} />
    </form>
  );
}
