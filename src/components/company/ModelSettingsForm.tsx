import { useState } from "react";
import type { ModelSettings, ModelSettingsBody } from "../../../contract/search/ask.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { FormErrorInfo } from "../patterns/FormError.tsx";
import { FormField } from "../patterns/FormField.tsx";
import { Form } from "../patterns/Form.tsx";
import { TextField } from "../patterns/TextField.tsx";
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

const mapNumbers = <T,>(map: (field: NumberField) => T): Record<NumberField, T> =>
  Object.fromEntries(FIELDS.map((field) => [field, map(field)])) as Record<NumberField, T>;

interface Draft {
  isEnabled: boolean;
  wordsDigests: boolean;
  address: string;
  model: string;
  /** A new key; empty keeps the stored one. */
  key: string;
  hasNoKey: boolean;
  numbers: Record<NumberField, string>;
}

const initialDraft = (settings: ModelSettings | null): Draft => ({
  isEnabled: settings?.is_enabled ?? false,
  wordsDigests: settings?.words_digests ?? false,
  address: settings?.address ?? "",
  model: settings?.model ?? "",
  key: "",
  hasNoKey: settings?.has_key === false,
  numbers: mapNumbers((field) => String((settings ?? NUMBERS)[field] ?? "")),
});

const toBody = ({ isEnabled, wordsDigests, address, model, key, hasNoKey, numbers }: Draft): ModelSettingsBody => ({
  is_enabled: isEnabled,
  words_digests: wordsDigests,
  address,
  model,
  ...(mapNumbers((field) => (numbers[field].trim() === "" ? null : Number(numbers[field]))) as Pick<
    ModelSettingsBody,
    NumberField
  >),
  api_key: hasNoKey ? "" : key === "" ? null : key,
});

const isNumberValid = (field: NumberField, text: string): boolean => {
  const value = Number(text);
  return Number.isFinite(value) && value >= 0 && (!INTEGERS.has(field) || Number.isInteger(value));
};

/** The address, the key, the limits and the prices of the model of a company. */
export function ModelSettingsForm({ settings, isBusy = false, failure = null, onSave }: ModelSettingsFormProps) {
  const { t } = useTranslation("ask");
  const required = useRequired();
  const [draft, setDraft] = useState(() => initialDraft(settings));
  const change = (changes: Partial<Draft>): void => setDraft((current) => ({ ...current, ...changes }));
  const numberFault = (field: NumberField): string | null => {
    const text = draft.numbers[field].trim();
    if (text === "") return field === "month_cost" ? null : required(text);
    return isNumberValid(field, text) ? null : t("settings.number");
  };
  return (
    <Form
      label={t("settings.title")}
      faults={{
        address: required(draft.address),
        model: required(draft.model),
        api_key: null,
        ...mapNumbers(numberFault),
      }}
      failure={failure}
      failureTitle={t("settings.saveFailed")}
      isBusy={isBusy}
      onSubmit={() => onSave(toBody(draft))}
    >
      {({ errorsOf }) => (
        <>
          <Checkbox
            label={t("settings.isEnabled")}
            checked={draft.isEnabled}
            onChange={({ currentTarget: { checked } }) => change({ isEnabled: checked })}
          />
          <Checkbox
            label={t("settings.wordsDigests")}
            checked={draft.wordsDigests}
            onChange={({ currentTarget: { checked } }) => change({ wordsDigests: checked })}
          />
          <EndpointFields
            draft={draft}
            hasStoredKey={settings?.has_key === true}
            errors={{ address: errorsOf("address"), model: errorsOf("model"), api_key: errorsOf("api_key") }}
            onChange={change}
          />
          {FIELDS.map((field) => (
            <FormField key={field} label={t(`settings.${field}`)} errors={errorsOf(field)}>
              {(control) => (
                <InputGroup
                  {...control}
                  inputMode={INTEGERS.has(field) ? "numeric" : "decimal"}
                  autoComplete="off"
                  value={draft.numbers[field]}
                  onValueChange={(text) => change({ numbers: { ...draft.numbers, [field]: text } })}
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

interface EndpointFieldsProps {
  draft: Draft;
  hasStoredKey: boolean;
  errors: Record<"address" | "model" | "api_key", readonly string[] | undefined>;
  onChange: (changes: Partial<Draft>) => void;
}

/** Where the model answers, its name there, and the key. */
function EndpointFields({ draft, hasStoredKey, errors, onChange }: EndpointFieldsProps) {
  const { t } = useTranslation("ask");
  return (
    <>
      <FormField label={t("settings.address")} help={t("settings.addressHelp")} errors={errors.address}>
        {(control) => (
          <InputGroup
            {...control}
            type="url"
            autoComplete="off"
            placeholder="https://models.example.org/v1"
            value={draft.address}
            onValueChange={(address) => onChange({ address })}
          />
        )}
      </FormField>
      <TextField
        name="model"
        label={t("settings.model")}
        help={t("settings.modelHelp")}
        errors={errors.model}
        value={draft.model}
        onChange={(model) => onChange({ model })}
      />
      <FormField
        label={t("settings.key")}
        help={hasStoredKey ? t("settings.keyKept") : undefined}
        errors={errors.api_key}
      >
        {(control) => (
          <InputGroup
            {...control}
            type="password"
            autoComplete="new-password"
            disabled={draft.hasNoKey}
            value={draft.key}
            onValueChange={(key) => onChange({ key })}
          />
        )}
      </FormField>
      <Checkbox
        label={t("settings.noKey")}
        checked={draft.hasNoKey}
        onChange={({ currentTarget: { checked } }) => onChange({ hasNoKey: checked })}
      />
    </>
  );
}
