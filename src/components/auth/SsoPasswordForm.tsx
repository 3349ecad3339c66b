import { useEffect, useRef, useState } from "react";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Form } from "../patterns/Form.tsx";
import type { FormErrorInfo } from "../patterns/FormError.tsx";
import { Button } from "../ui/Button.tsx";
import { Text } from "../ui/Text.tsx";
import { PasswordField } from "./PasswordField.tsx";

export interface SsoPasswordFormProps {
  /** Who signs in. */
  email: string;
  isBusy?: boolean;
  failure?: FormErrorInfo | null;
  onSubmit: (password: string) => void;
  onBack: () => void;
}

/** Asks for the password that a person has at the directory of their company. */
export function SsoPasswordForm({ email, isBusy = false, failure = null, onSubmit, onBack }: SsoPasswordFormProps) {
  const { t } = useTranslation("sso");
  const errors = useTranslation("errors");
  const [password, setPassword] = useState("");
  const part = useRef<HTMLDivElement>(null);
  // The form of the address, which had the focus, is unmounted.
  useEffect(() => part.current?.querySelector("input")?.focus(), []);
  return (
    <div ref={part}>
      <Form
        label={t("ldap.signIn")}
        faults={{ password: password === "" ? errors.t("required") : null }}
        failure={failure}
        failureTitle={t("signInFailed")}
        isBusy={isBusy}
        onSubmit={() => onSubmit(password)}
      >
        {({ errorsOf }) => (
          <>
            <Text as="p" tone="muted" overflow="anywhere">
              {t("ldap.signInText", { email })}
            </Text>
            <PasswordField
              label={t("ldap.password")}
              name="directory-password"
              autoComplete="current-password"
              value={password}
              onChange={setPassword}
              errors={errorsOf("password")}
            />
            <Button type="submit" intent="primary" size="large" fill text={t("ldap.submit")} loading={isBusy} />
            <Button variant="minimal" fill text={t("ldap.otherAddress")} disabled={isBusy} onClick={onBack} />
          </>
        )}
      </Form>
    </div>
  );
}
