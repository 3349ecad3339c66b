import { Button, Intent } from "@blueprintjs/core";
import { useState } from "react";
import { PASSWORD_MIN_LENGTH } from "../../../contract/constants.ts";
import { useWords } from "../../i18n/useWords.ts";
import styles from "../FormField/Form.module.css";
import { FormFailure, type SubmitFailure } from "../FormFailure/FormFailure.tsx";
import { PasswordField } from "../PasswordField/PasswordField.tsx";

export interface PasswordFormProps {
  onSubmit: (passwords: { old_password: string; new_password: string; confirm_password: string }) => void;
  isBusy?: boolean;
  failure?: SubmitFailure | null;
}

/** Changes one's password. Mount it anew (by `key`) to empty it after a success. */
export function PasswordForm({ onSubmit, isBusy = false, failure = null }: PasswordFormProps) {
  const { t } = useWords("settings");
  const errors = useWords("errors");
  const [old, setOld] = useState("");
  const [fresh, setFresh] = useState("");
  const [again, setAgain] = useState("");
  const [isChecked, setChecked] = useState(false);
  const faults = {
    old_password: old === "" ? errors.t("required") : null,
    new_password:
      fresh.length < PASSWORD_MIN_LENGTH ? errors.t("passwordShort", { length: PASSWORD_MIN_LENGTH }) : null,
    confirm_password: again !== fresh ? errors.t("passwordsDiffer") : null,
  };
  const errorsOf = (field: keyof typeof faults): readonly string[] | undefined => {
    const own = faults[field];
    return isChecked && own ? [own] : failure?.fields?.[field];
  };
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        if (Object.values(faults).every((fault) => fault === null) && !isBusy) {
          onSubmit({ old_password: old, new_password: fresh, confirm_password: again });
        }
      }}
    >
      <FormFailure
        title={t("passwordFailed")}
        failure={failure}
        shownFields={["old_password", "new_password", "confirm_password"]}
      />
      <PasswordField
        label={t("oldPassword")}
        name="old_password"
        autoComplete="current-password"
        value={old}
        onChange={setOld}
        errors={errorsOf("old_password")}
      />
      <PasswordField
        label={t("newPassword")}
        name="new_password"
        autoComplete="new-password"
        value={fresh}
        onChange={setFresh}
        errors={errorsOf("new_password")}
      />
      <PasswordField
        label={t("confirmPassword")}
        name="confirm_password"
        autoComplete="new-password"
        value={again}
        onChange={setAgain}
        errors={errorsOf("confirm_password")}
      />
      <div className={styles.actions}>
        <Button type="submit" intent={Intent.PRIMARY} text={t("changePassword")} loading={isBusy} />
      </div>
    </form>
  );
}
