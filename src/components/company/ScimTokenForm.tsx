import { useState } from "react";
import { TEXT_LIMITS } from "../../../contract/constants.ts";
import { expiryAfter, lifetimesWithin } from "../../domain/tokenLifetime.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Form } from "../patterns/Form.tsx";
import { FormActions } from "../patterns/FormActions.tsx";
import type { FormErrorInfo } from "../patterns/FormError.tsx";
import { FormField } from "../patterns/FormField.tsx";
import { useRequired } from "../patterns/useRequired.ts";
import { useNow } from "../ui/Clock.ts";
import { InputGroup } from "../ui/InputGroup.ts";
import { Select } from "../ui/Select.tsx";
import { useInitialFocus } from "../ui/useInitialFocus.ts";

/** Lifetimes of a token in days, as far as the company allows them. */
const LIFETIMES = [90, 180, 365];

export interface ScimTokenFormProps {
  /** The greatest age of a token. */
  maxDays: number;
  onCreate: (token: { name: string; expires_at: string }) => void;
  onCancel: () => void;
  isBusy?: boolean;
  failure?: FormErrorInfo | null;
}

/** Creates a token for the company's directory: its name and its expiry. */
export function ScimTokenForm({ maxDays, onCreate, onCancel, isBusy = false, failure = null }: ScimTokenFormProps) {
  const { t } = useTranslation("tokens");
  const required = useRequired();
  const now = useNow();
  const lifetimes = lifetimesWithin(LIFETIMES, maxDays);
  const [name, setName] = useState("");
  const [days, setDays] = useState(() => lifetimes.at(-1) ?? maxDays);
  const first = useInitialFocus();
  return (
    <Form
      label={t("create")}
      faults={{ name: required(name), expires_at: null }}
      failure={failure}
      failureTitle={t("createFailed")}
      isBusy={isBusy}
      onSubmit={() => onCreate({ name: name.trim(), expires_at: expiryAfter(now, days) })}
    >
      {({ errorsOf }) => (
        <>
          <FormField label={t("name")} errors={errorsOf("name")}>
            {(control) => (
              <InputGroup
                {...control}
                inputRef={first}
                name="scim-token-name"
                autoComplete="off"
                placeholder="Microsoft Entra ID"
                maxLength={TEXT_LIMITS.name}
                value={name}
                onValueChange={setName}
              />
            )}
          </FormField>
          <FormField label={t("expires")} errors={errorsOf("expires_at")}>
            {(control) => (
              <Select
                {...control}
                value={String(days)}
                options={lifetimes.map((count) => ({ value: String(count), text: t("days", { count }) }))}
                onValueChange={(value) => setDays(Number(value))}
              />
            )}
          </FormField>
          <FormActions action={t("createAction")} isBusy={isBusy} onCancel={onCancel} />
        </>
      )}
    </Form>
  );
}
