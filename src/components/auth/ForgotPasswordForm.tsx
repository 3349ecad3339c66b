import { useState } from "react";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { EmailField } from "../patterns/EmailField.tsx";
import { useEmailValidation } from "../patterns/useEmailValidation.ts";
import { FormError, type FormErrorInfo } from "../patterns/FormError.tsx";
import { useFocusFirstError } from "../patterns/useFocusFirstError.ts";
import { Button } from "../ui/Button.ts";
import { Intent } from "../ui/intent.ts";
import styles from "../patterns/Form.module.css";

export interface ForgotPasswordFormProps {
  onSubmit: (email: string) => void;
  isBusy?: boolean;
  failure?: FormErrorInfo | null;
}

/** Asks for the address that receives the password reset link. */
export function ForgotPasswordForm({ onSubmit, isBusy = false, failure = null }: ForgotPasswordFormProps) {
  const { t } = useTranslation("auth");
  const [email, setEmail] = useState("");
  const [isChecked, setChecked] = useState(false);
  const fault = useEmailValidation()(email);
  const ref = useFocusFirstError(isBusy);
  return (
    <form
      ref={ref}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        if (fault === null && !isBusy) onSubmit(email.trim());
      }}
    >
      <FormError title={t("forgotFailed")} failure={failure} shownFields={["email"]} />
      <EmailField
        value={email}
        onChange={setEmail}
        errors={isChecked && fault !== null ? [fault] : failure?.fields?.["email"]}
      />
      <Button type="submit" intent={Intent.PRIMARY} size="large" fill text={t("forgotSend")} loading={isBusy} />
    </form>
  );
}
