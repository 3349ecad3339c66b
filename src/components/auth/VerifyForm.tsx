import { useEffect, useState } from "react";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { FormErrorInfo } from "../patterns/FormError.tsx";
import { FormField } from "../patterns/FormField.tsx";
import { Form } from "../patterns/Form.tsx";
import { Button } from "../ui/Button.ts";
import { InputGroup } from "../ui/InputGroup.ts";
import { Intent } from "../ui/intent.ts";
import { Text } from "../ui/Text.tsx";
import { Inline } from "../ui/Inline.tsx";

export interface VerifyFormProps {
  email: string;
  onSubmit: (code: string) => void;
  onResend: () => void;
  isBusy?: boolean;
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
            <Button type="submit" intent={Intent.PRIMARY} size="large" text={t("verify")} loading={isBusy} />
            <Resend key={sent} wait={wait} onResend={onResend} />
          </Inline>
        </>
      )}
    </Form>
  );
}

/** Requests another code, after the last one has had time to arrive. */
function Resend({ wait, onResend }: { wait: number; onResend: () => void }) {
  const { t } = useTranslation("auth");
  const [left, setLeft] = useState(wait);
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
      disabled={isWaiting}
      text={isWaiting ? t("resendIn", { seconds: left }) : t("resend")}
      onClick={onResend}
    />
  );
}
