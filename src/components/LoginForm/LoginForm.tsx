import { Button, Intent } from "@blueprintjs/core";
import { useState } from "react";
import { useWords } from "../../i18n/useWords.ts";
import { EmailField } from "../EmailField/EmailField.tsx";
import { useEmailFault } from "../EmailField/useEmailFault.ts";
import { FormFailure, type FormFailureProps } from "../FormFailure/FormFailure.tsx";
import { useWrongField } from "../FormField/useWrongField.ts";
import { PasswordField } from "../PasswordField/PasswordField.tsx";
import styles from "../FormField/Form.module.css";

export interface LoginFormProps {
  /** Address of the password reset. */
  forgotHref: string;
  onSubmit: (credentials: { email: string; password: string }) => void;
  isBusy?: boolean;
  failure?: FormFailureProps["failure"];
}

/** Email and password. Missing fields are reported before anything is sent. */
export function LoginForm({ forgotHref, onSubmit, isBusy = false, failure = null }: LoginFormProps) {
  const { t } = useWords("auth");
  const errors = useWords("errors");
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [isChecked, setChecked] = useState(false);
  const emailFault = useEmailFault()(email);
  const passwordFault = password === "" ? errors.t("required") : null;
  const ref = useWrongField(isBusy);
  return (
    <form
      ref={ref}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        if (emailFault === null && passwordFault === null && !isBusy) onSubmit({ email: email.trim(), password });
      }}
    >
      <FormFailure title={t("loginFailed")} failure={failure} shownFields={["email", "password"]} />
      <EmailField
        value={email}
        onChange={setEmail}
        errors={isChecked && emailFault !== null ? [emailFault] : failure?.fields?.["email"]}
      />
      <PasswordField
        label={t("password")}
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        errors={isChecked && passwordFault !== null ? [passwordFault] : failure?.fields?.["password"]}
      />
      <a href={forgotHref} style={{ justifySelf: "end" }}>
        {t("forgotLink")}
      </a>
      <Button type="submit" intent={Intent.PRIMARY} size="large" fill text={t("login")} loading={isBusy} />
    </form>
  );
}
