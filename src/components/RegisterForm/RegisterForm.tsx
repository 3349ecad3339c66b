import { Button, InputGroup, Intent } from "@blueprintjs/core";
import { useState } from "react";
import { PASSWORD_MIN_LENGTH, TEXT_LIMITS } from "../../../contract/constants.ts";
import { useWords } from "../../i18n/useWords.ts";
import styles from "../FormField/Form.module.css";
import { FormFailure, type SubmitFailure } from "../FormFailure/FormFailure.tsx";
import { FormField } from "../FormField/FormField.tsx";
import { PasswordField } from "../PasswordField/PasswordField.tsx";

export interface RegisterFormProps {
  /** The address that was invited; it is not the visitor's to change. */
  email: string;
  onSubmit: (person: { name: string; password: string; confirm_password: string }) => void;
  isBusy?: boolean;
  failure?: SubmitFailure | null;
}

/** A new person's name and password. */
export function RegisterForm({ email, onSubmit, isBusy = false, failure = null }: RegisterFormProps) {
  const { t } = useWords("auth");
  const errors = useWords("errors");
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [again, setAgain] = useState("");
  const [isChecked, setChecked] = useState(false);
  const faults = {
    name: name.trim() === "" ? errors.t("required") : null,
    password: password.length < PASSWORD_MIN_LENGTH ? errors.t("passwordShort", { length: PASSWORD_MIN_LENGTH }) : null,
    confirm_password: again !== password ? errors.t("passwordsDiffer") : null,
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
          onSubmit({ name: name.trim(), password, confirm_password: again });
        }
      }}
    >
      <FormFailure
        title={t("registerFailed")}
        failure={failure}
        shownFields={["name", "password", "confirm_password"]}
      />
      <FormField label={t("email")}>
        {(control) => (
          <InputGroup {...control} type="email" size="large" autoComplete="username" readOnly value={email} />
        )}
      </FormField>
      <FormField label={t("name")} errors={errorsOf("name")}>
        {(control) => (
          <InputGroup
            {...control}
            name="name"
            size="large"
            autoComplete="name"
            maxLength={TEXT_LIMITS.name}
            value={name}
            onValueChange={setName}
          />
        )}
      </FormField>
      <PasswordField
        label={t("password")}
        name="password"
        autoComplete="new-password"
        value={password}
        onChange={setPassword}
        errors={errorsOf("password")}
        help={t("passwordHelp", { length: PASSWORD_MIN_LENGTH })}
      />
      <PasswordField
        label={t("confirmPassword")}
        name="confirm_password"
        autoComplete="new-password"
        value={again}
        onChange={setAgain}
        errors={errorsOf("confirm_password")}
      />
      <Button type="submit" intent={Intent.PRIMARY} size="large" fill text={t("register")} loading={isBusy} />
    </form>
  );
}
