import { Button, InputGroup, Intent } from "@blueprintjs/core";
import { useState } from "react";
import { TEXT_LIMITS } from "../../../contract/constants.ts";
import { useWords } from "../../i18n/useWords.ts";
import { FormField } from "../FormField/FormField.tsx";
import { FormFailure, type FormFailureProps } from "../FormFailure/FormFailure.tsx";
import { PasswordField } from "../PasswordField/PasswordField.tsx";
import { looksLikeEmail } from "../FormField/looksLikeEmail.ts";
import styles from "../FormField/Form.module.css";

export interface LoginFormProps {
  /** Where somebody goes who has lost their password. */
  forgotHref: string;
  onSubmit: (credentials: { email: string; password: string }) => void;
  isBusy?: boolean;
  failure?: FormFailureProps["failure"];
}

/** Email and password. Says what is missing before anything is sent. */
export function LoginForm({ forgotHref, onSubmit, isBusy = false, failure = null }: LoginFormProps) {
  const { t } = useWords("auth");
  const errors = useWords("errors");
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [isChecked, setChecked] = useState(false);
  const emailError = email.trim() === "" ? errors.t("required") : looksLikeEmail(email) ? null : errors.t("email");
  const passwordError = password === "" ? errors.t("required") : null;
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        if (!emailError && !passwordError && !isBusy) onSubmit({ email: email.trim(), password });
      }}
    >
      <FormFailure title={t("loginFailed")} failure={failure} shownFields={["email", "password"]} />
      <FormField label={t("email")} errors={isChecked && emailError ? [emailError] : failure?.fields?.["email"]}>
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
            value={email}
            onValueChange={setEmail}
          />
        )}
      </FormField>
      <PasswordField
        label={t("password")}
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        errors={isChecked && passwordError ? [passwordError] : failure?.fields?.["password"]}
      />
      <a href={forgotHref} style={{ justifySelf: "end" }}>
        {t("forgotLink")}
      </a>
      <Button type="submit" intent={Intent.PRIMARY} size="large" fill text={t("login")} loading={isBusy} />
    </form>
  );
}
