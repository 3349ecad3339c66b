import { useEffect, useRef, useState } from "react";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { EmailField } from "../patterns/EmailField.tsx";
import { Form } from "../patterns/Form.tsx";
import type { FormErrorInfo } from "../patterns/FormError.tsx";
import { useEmailValidation } from "../patterns/useEmailValidation.ts";
import { Button } from "../ui/Button.tsx";
import { Text } from "../ui/Text.tsx";

export interface SsoSignInFormProps {
  isBusy?: boolean;
  failure?: FormErrorInfo | null;
  onSubmit: (email: string) => void;
}

/** Asks for the work email, whose domain decides at which provider the person signs in. At first it is one button. */
export function SsoSignInForm({ isBusy = false, failure = null, onSubmit }: SsoSignInFormProps) {
  const { t } = useTranslation("sso");
  const [isOpen, setOpen] = useState(false);
  const [email, setEmail] = useState("");
  const fault = useEmailValidation()(email);
  const part = useRef<HTMLDivElement>(null);
  // The button that opened the form is unmounted: focus moves to the field.
  useEffect(() => {
    if (isOpen) part.current?.querySelector("input")?.focus();
  }, [isOpen]);
  if (!isOpen) return <Button variant="outlined" size="large" fill text={t("signIn")} onClick={() => setOpen(true)} />;
  return (
    <div ref={part}>
      <Form
        label={t("signIn")}
        faults={{ email: fault }}
        failure={failure}
        failureTitle={t("signInFailed")}
        isBusy={isBusy}
        onSubmit={() => onSubmit(email.trim())}
      >
        {({ errorsOf }) => (
          <>
            <Text as="p" tone="muted">
              {t("signInText")}
            </Text>
            <EmailField value={email} onChange={setEmail} errors={errorsOf("email")} />
            <Button type="submit" intent="primary" size="large" fill text={t("continue")} loading={isBusy} />
          </>
        )}
      </Form>
    </div>
  );
}
