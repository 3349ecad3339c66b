import { Button, InputGroup, Intent } from "@blueprintjs/core";
import { useState } from "react";
import { PASSWORD_MIN_LENGTH, TEXT_LIMITS } from "../../../contract/constants.ts";
import { useWords } from "../../i18n/useWords.ts";
import styles from "../FormField/Form.module.css";
import { FormFailure, type SubmitFailure } from "../FormFailure/FormFailure.tsx";
import { FormField } from "../FormField/FormField.tsx";
import { looksLikeEmail } from "../FormField/looksLikeEmail.ts";
import { PasswordField } from "../PasswordField/PasswordField.tsx";

export interface RegisterFormProps {
  /** The address that was invited, which is not the visitor's to change; null: the invitation names none, so the visitor does. */
  email: string | null;
  onSubmit: (person: { email: string; name: string; password: string; confirm_password: string }) => void;
  isBusy?: boolean;
  failure?: SubmitFailure | null;
}

/** A new person's name and password. */
export function RegisterForm({ email, onSubmit, isBusy = false, failure = null }: RegisterFormProps) {
  const { t } = useWords("auth");
  const errors = useWords("errors");
  const [ownEmail, setOwnEmail] = useState("");
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [again, setAgain] = useState("");
  const [isChecked, setChecked] = useState(false);
  const address = email ?? ownEmail.trim();
  const faults = {
    email: address === "" ? errors.t("required") : looksLikeEmail(address) ? null : errors.t("email"),
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
          onSubmit({ email: address, name: name.trim(), password, confirm_password: again });
        }
      }}
    >
      <FormFailure
        title={t("registerFailed")}
        failure={failure}
        shownFields={["email", "name", "password", "confirm_password"]}
      />
      <FormField label={t("email")} errors={errorsOf("email")}>
        {(control) => (
          <InputGroup
            {...control}
            name="email"
            type="email"
            size="large"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={TEXT_LIMITS.email}
            readOnly={email !== null}
            value={email ?? ownEmail}
            onValueChange={setOwnEmail}
          />
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
