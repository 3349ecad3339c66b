import { useState } from "react";
import type { ModelSettings, ModelSettingsBody } from "../../../contract/search/ask.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { FormErrorInfo } from "../patterns/FormError.tsx";
import { FormField } from "../patterns/FormField.tsx";
import { Form } from "../patterns/Form.tsx";
import { useRequired } from "../patterns/useRequired.ts";
import { Button } from "../ui/Button.tsx";
import { Checkbox } from "../ui/Checkbox.ts";
import { InputGroup } from "../ui/InputGroup.ts";

export interface ModelSettingsFormProps {
  /** Null while no model is set up. */
  settings: ModelSettings | null;
  isBusy?: boolean;
  failure?: FormErrorInfo | null;
  onSave: (settings: ModelSettingsBody) => void;
}

/** Numbers with their values before a company has chosen others. */
const NUMBERS = {
  request_tokens: 8000,
  answer_tokens: 1000,
  day_tokens: 200_000,
  price_sent: 0,
  price_received: 0,
  month_cost: null,
} as const satisfies Partial<Record<keyof ModelSettings, number | null>>;
type NumberField = keyof typeof NUMBERS;
const FIELDS = Object.keys(NUMBERS) as NumberField[];
/** Tokens are whole; prices are not. */
const INTEGERS: ReadonlySet<NumberField> = new Set(["request_tokens", "answer_tokens", "day_tokens"]);

/** The address, the key, the limits and the prices of the model of a company. */
export function ModelSettingsForm({ settings, isBusy = false, failure = null, onSave }: ModelSettingsFormProps) {
  const { t } = useTranslation("ask");
  const errors = useTranslation("errors");
  const [isEnabled, setEnabled] = useState(settings?.is_enabled ?? false);
  const [wordsDigests, setWordsDigests] = useState(settings?.words_digests ?? false);
  const [address, setAddress] = useState(settings?.address ?? "");
  const [model, setModel] = useState(settings?.model ?? "");
  const [key, setKey] = useState("");
  const [hasNoKey, setNoKey] = useState(settings?.has_key === false);
  const [numbers, setNumbers] = useState(
    () => Object.fromEntries(FIELDS.map((field) => [field, textOf(settings, field)])) as Record<NumberField, string>,
  );
  const required = useRequired();
  const faultOf = (field: NumberField): string | null => {
    const text = numbers[field].trim();
    if (text === "") return field === "month_cost" ? null : errors.t("required");
    const value = Number(text);
    return !Number.isFinite(value) || value < 0 || (INTEGERS.has(field) && !Number.isInteger(value))
      ? t("settings.number")
      : null;
  };
  const save = (): void => {
    const values = Object.fromEntries(
      FIELDS.map((field) => [field, numbers[field].trim() === "" ? null : Number(numbers[field])]),
    ) as Pick<ModelSettingsBody, NumberField>;
    onSave({
      is_enabled: isEnabled,
      words_digests: wordsDigests,
      address,
      model,
      ...values,
      api_key: hasNoKey ? "" : key === "" ? null : key,
    });
  };
  return (
    <Form
      label={t("settings.title")}
      faults={{
        address: required(address),
        model: required(model),
        api_key: null,
        request_tokens: faultOf("request_tokens"),
        answer_tokens: faultOf("answer_tokens"),
        day_tokens: faultOf("day_tokens"),
        price_sent: faultOf("price_sent"),
        price_received: faultOf("price_received"),
        month_cost: faultOf("month_cost"),
      }}
      failure={failure}
      failureTitle={t("settings.saveFailed")}
      isBusy={isBusy}
      onSubmit={save}
    >
      {({ errorsOf }) => (
        <>
          <Checkbox
            label={t("settings.isEnabled")}
            checked={isEnabled}
            onChange={({ currentTarget: { checked } }) => setEnabled(checked)}
          />
          <Checkbox
            label={t("settings.wordsDigests")}
            checked={wordsDigests}
            onChange={({ currentTarget: { checked } }) => setWordsDigests(checked)}
          />
          <FormField label={t("settings.address")} help={t("settings.addressHelp")} errors={errorsOf("address")}>
            {(control) => (
              <InputGroup
                {...control}
                type="url"
                autoComplete="off"
                placeholder="https://models.example.org/v1"
                value={address}
                onValueChange={setAddress}
              />
            )}
          </FormField>
          <FormField label={t("settings.model")} help={t("settings.modelHelp")} errors={errorsOf("model")}>
            {(control) => (
              <InputGroup {...control} autoComplete="off" spellCheck={false} value={model} onValueChange={setModel} />
            )}
          </FormField>
          <FormField
            label={t("settings.key")}
            help={settings?.has_key === true ? t("settings.keyKept") : undefined}
            errors={errorsOf("api_key")}
          >
            {(control) => (
              <InputGroup
                {...control}
                type="password"
                autoComplete="new-password"
                disabled={hasNoKey}
                value={key}
                onValueChange={setKey}
              />
            )}
          </FormField>
          <Checkbox
            label={t("settings.noKey")}
            checked={hasNoKey}
            onChange={({ currentTarget: { checked } }) => setNoKey(checked)}
          />
          {FIELDS.map((field) => (
            <FormField key={field} label={t(`settings.${field}`)} errors={errorsOf(field)}>
              {(control) => (
                <InputGroup
                  {...control}
                  inputMode={INTEGERS.has(field) ? "numeric" : "decimal"}
                  autoComplete="off"
                  value={numbers[field]}
                  onValueChange={(value) => setNumbers((present) => ({ ...present, [field]: value }))}
                />
              )}
            </FormField>
          ))}
          <div>
            <Button type="submit" intent="primary" text={t("settings.save")} loading={isBusy} />
          </div>
        </>
      )}
    </Form>
  );
}

function textOf(settings: ModelSettings | null, field: NumberField): string {
  const value = settings ? settings[field] : NUMBERS[field];
  return value === null ? "" : String(value);
}
