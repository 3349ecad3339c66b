import { useState } from "react";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { EmailField } from "../patterns/EmailField.tsx";
import { useEmailValidation } from "../patterns/useEmailValidation.ts";
import type { FormErrorInfo } from "../patterns/FormError.tsx";
import { Form } from "../patterns/Form.tsx";
import { Button } from "../ui/Button.tsx";

export interface ForgotPasswordFormProps {
  onSubmit: (email: string) => void;
  isBusy?: boolean;
  failure?: FormErrorInfo | null;
}

/** Asks for the address that receives the password reset link. */
export function ForgotPasswordForm({ onSubmit, isBusy = false, failure = null }: ForgotPasswordFormProps) {
  const { t } = useTranslation("auth");
  const [email, setEmail] = useState("");
  const fault = useEmailValidation()(email);
  return (
    <Form
      faults={{ email: fault }}
      failure={failure}
      failureTitle={t("forgotFailed")}
      isBusy={isBusy}
      onSubmit={() => onSubmit(email.trim())}
    >
      {({ errorsOf }) => (
        <>
          <EmailField value={email} onChange={setEmail} errors={errorsOf("email")} />
          <Button type="submit" intent="primary" size="large" fill text={t("forgotSend")} loading={isBusy} />
        </>
      )}
    </Form>
  );
}
