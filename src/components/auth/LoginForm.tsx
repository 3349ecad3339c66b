import { useState } from "react";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { EmailField } from "../patterns/EmailField.tsx";
import { useEmailValidation } from "../patterns/useEmailValidation.ts";
import { FormError, type FormErrorProps } from "../patterns/FormError.tsx";
import { useFocusFirstError } from "../patterns/useFocusFirstError.ts";
import { PasswordField } from "./PasswordField.tsx";
import { Button } from "../ui/Button.ts";
import { Intent } from "../ui/intent.ts";
import styles from "../patterns/Form.module.css";

export interface LoginFormProps {
  /** Address of the password reset. */
  forgotHref: string;
  onSubmit: (credentials: { email: string; password: string }) => void;
  isBusy?: boolean;
  failure?: FormErrorProps["failure"];
}

/** Email and password. Missing fields are reported before anything is sent. */
export function LoginForm({ forgotHref, onSubmit, isBusy = false, failure = null }: LoginFormProps) {
  const { t } = useTranslation("auth");
  const errors = useTranslation("errors");
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [isChecked, setChecked] = useState(false);
  const emailFault = useEmailValidation()(email);
  const passwordFault = password === "" ? errors.t("required") : null;
  const ref = useFocusFirstError(isBusy);
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
      <FormError title={t("loginFailed")} failure={failure} shownFields={["email", "password"]} />
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
