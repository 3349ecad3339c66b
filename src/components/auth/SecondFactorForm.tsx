import { useEffect, useRef, useState } from "react";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Form } from "../patterns/Form.tsx";
import type { FormErrorInfo } from "../patterns/FormError.tsx";
import { FormField } from "../patterns/FormField.tsx";
import { Button } from "../ui/Button.tsx";
import { InputGroup } from "../ui/InputGroup.ts";
import { Text } from "../ui/Text.tsx";

export interface SecondFactorFormProps {
  isBusy?: boolean;
  failure?: FormErrorInfo | null;
  onSubmit: (code: string) => void;
  /** Left out where the browser has no passkeys. */
  onPasskey?: (() => void) | undefined;
  onBack: () => void;
}

/** The second step of a sign-in: a code of the authenticator app or a recovery code, or a passkey. */
export function SecondFactorForm({
  isBusy = false,
  failure = null,
  onSubmit,
  onPasskey,
  onBack,
}: SecondFactorFormProps) {
  const { t } = useTranslation("secondFactors");
  const errors = useTranslation("errors");
  const [code, setCode] = useState("");
  const field = useRef<HTMLInputElement>(null);
  // The form of the password, which had the focus, is unmounted.
  useEffect(() => field.current?.focus(), []);
  return (
    <Form
      faults={{ code: code.trim() === "" ? errors.t("required") : null }}
      failure={failure}
      failureTitle={t("step.failed")}
      isBusy={isBusy}
      onSubmit={() => onSubmit(code.trim())}
    >
      {({ errorsOf }) => (
        <>
          <Text as="p">{t("step.text")}</Text>
          <FormField label={t("step.code")} errors={errorsOf("code")}>
            {(control) => (
              <InputGroup
                {...control}
                inputRef={field}
                name="code"
                size="large"
                autoComplete="one-time-code"
                autoCapitalize="none"
                spellCheck={false}
                maxLength={40}
                value={code}
                onValueChange={setCode}
              />
            )}
          </FormField>
          <Button type="submit" intent="primary" size="large" fill text={t("step.continue")} loading={isBusy} />
          {onPasskey && (
            <Button
              variant="outlined"
              size="large"
              fill
              text={t("step.passkey")}
              disabled={isBusy}
              onClick={onPasskey}
            />
          )}
          <Button variant="minimal" text={t("step.back")} disabled={isBusy} onClick={onBack} />
        </>
      )}
    </Form>
  );
}
