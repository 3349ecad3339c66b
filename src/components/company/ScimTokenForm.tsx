import { useState } from "react";
import { TEXT_LIMITS } from "../../../contract/constants.ts";
import { DAY_MS } from "../../../contract/durations.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Form } from "../patterns/Form.tsx";
import type { FormErrorInfo } from "../patterns/FormError.tsx";
import { FormField } from "../patterns/FormField.tsx";
import { Button } from "../ui/Button.tsx";
import { useNow } from "../ui/Clock.ts";
import { Inline } from "../ui/Inline.tsx";
import { InputGroup } from "../ui/InputGroup.ts";
import { Select } from "../ui/Select.tsx";
import { useInitialFocus } from "../ui/useInitialFocus.ts";

/** Lifetimes of a token in days, as far as the company allows them. */
const LIVES = [90, 180, 365];

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
  const states = useTranslation("states");
  const errors = useTranslation("errors");
  const now = useNow();
  const allowed = LIVES.filter((days) => days <= maxDays);
  const lives = allowed.length === 0 ? [maxDays] : allowed;
  const [name, setName] = useState("");
  const [life, setLife] = useState(() => String(lives.at(-1) ?? maxDays));
  const first = useInitialFocus();
  return (
    <Form
      label={t("create")}
      faults={{ name: name.trim() === "" ? errors.t("required") : null, expires_at: null }}
      failure={failure}
      failureTitle={t("createFailed")}
      isBusy={isBusy}
      onSubmit={() => onCreate({ name: name.trim(), expires_at: new Date(now + Number(life) * DAY_MS).toISOString() })}
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
                value={life}
                options={lives.map((days) => ({ value: String(days), text: t("days", { count: days }) }))}
                onValueChange={setLife}
              />
            )}
          </FormField>
          <Inline align="stretch">
            <Button type="submit" intent="primary" text={t("createAction")} loading={isBusy} />
            <Button variant="minimal" text={states.t("cancel")} disabled={isBusy} onClick={onCancel} />
          </Inline>
        </>
      )}
    </Form>
  );
}
