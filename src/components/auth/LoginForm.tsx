import { useState } from "react";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { EmailField } from "../patterns/EmailField.tsx";
import { useEmailValidation } from "../patterns/useEmailValidation.ts";
import type { FormErrorInfo } from "../patterns/FormError.tsx";
import { Form } from "../patterns/Form.tsx";
import { PasswordField } from "./PasswordField.tsx";
import { Button } from "../ui/Button.tsx";
import styles from "./LoginForm.module.css";

export interface LoginFormProps {
  /** Address of the password reset. */
  forgotHref: string;
  onSubmit: (credentials: { email: string; password: string }) => void;
  isBusy?: boolean;
  failure?: FormErrorInfo | null;
}

/** Email and password. Missing fields are reported before anything is sent. */
export function LoginForm({ forgotHref, onSubmit, isBusy = false, failure = null }: LoginFormProps) {
  const { t } = useTranslation("auth");
  const errors = useTranslation("errors");
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const emailFault = useEmailValidation()(email);
  const passwordFault = password === "" ? errors.t("required") : null;
  return (
    <Form
      faults={{ email: emailFault, password: passwordFault }}
      failure={failure}
      failureTitle={t("loginFailed")}
      isBusy={isBusy}
      onSubmit={() => onSubmit({ email: email.trim(), password })}
    >
      {({ errorsOf }) => (
        <>
          <EmailField value={email} onChange={setEmail} errors={errorsOf("email")} />
          <PasswordField
            label={t("password")}
            name="password"
            autoComplete="current-password"
            value={password}
            onChange={setPassword}
            errors={errorsOf("password")}
          />
          <a href={forgotHref} className={styles.forgot}>
            {t("forgotLink")}
          </a>
          <Button type="submit" intent="primary" size="large" fill text={t("login")} loading={isBusy} />
        </>
      )}
    </Form>
  );
}
