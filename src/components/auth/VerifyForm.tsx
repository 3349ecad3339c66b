import { useEffect, useState } from "react";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { FormErrorInfo } from "../patterns/FormError.tsx";
import { FormField } from "../patterns/FormField.tsx";
import { Form } from "../patterns/Form.tsx";
import { Button } from "../ui/Button.tsx";
import { InputGroup } from "../ui/InputGroup.ts";
import { Text } from "../ui/Text.tsx";
import { Inline } from "../ui/Inline.tsx";

export interface VerifyFormProps {
  email: string;
  onSubmit: (code: string) => void;
  onResend: () => void;
  isBusy?: boolean;
  /** Another code is being sent. */
  isResending?: boolean;
  failure?: FormErrorInfo | null;
  /** Number of sent codes; each one restarts the wait. */
  sent?: number;
  /** Seconds before another code may be requested. */
  wait?: number;
}

/** Asks for the code that was sent by mail to a new user. */
export function VerifyForm({
  email,
  onSubmit,
  onResend,
  isBusy = false,
  isResending = false,
  failure = null,
  sent = 1,
  wait = 60,
}: VerifyFormProps) {
  const { t } = useTranslation("auth");
  const errors = useTranslation("errors");
  const [code, setCode] = useState("");
  return (
    <Form
      faults={{ code: code.trim() === "" ? errors.t("required") : null }}
      failure={failure}
      failureTitle={t("verifyFailed")}
      isBusy={isBusy}
      onSubmit={() => onSubmit(code.trim())}
    >
      {({ errorsOf }) => (
        <>
          <Text as="p" overflow="anywhere">
            {t("verifyText", { email })}
          </Text>
          <FormField label={t("code")} errors={errorsOf("code")}>
            {(control) => (
              <InputGroup
                {...control}
                name="code"
                size="large"
                inputMode="numeric"
                autoComplete="one-time-code"
                spellCheck={false}
                maxLength={12}
                value={code}
                onValueChange={setCode}
              />
            )}
          </FormField>
          <Inline align="stretch">
            <Button type="submit" intent="primary" size="large" text={t("verify")} loading={isBusy} />
            <Resend sent={sent} wait={wait} isSending={isResending} onResend={onResend} />
          </Inline>
        </>
      )}
    </Form>
  );
}

interface ResendProps extends Required<Pick<VerifyFormProps, "sent" | "wait" | "onResend">> {
  isSending: boolean;
}

/** Requests another code, after the last one has had time to arrive. */
function Resend({ sent, wait, isSending, onResend }: ResendProps) {
  const { t } = useTranslation("auth");
  const [left, setLeft] = useState(wait);
  const [lastSent, setLastSent] = useState(sent);
  if (lastSent !== sent) {
    setLastSent(sent);
    setLeft(wait);
  }
  const isWaiting = left > 0;
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setInterval(() => setLeft((seconds) => seconds - 1), 1000);
    return () => clearInterval(timer);
  }, [isWaiting]);
  return (
    <Button
      size="large"
      variant="minimal"
      loading={isSending}
      // Not disabled: it has the focus when the wait begins.
      aria-disabled={isWaiting}
      text={isWaiting ? t("resendIn", { seconds: left }) : t("resend")}
      onClick={onResend}
    />
  );
}
