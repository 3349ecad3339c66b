import { useState } from "react";
import { LANGUAGES, TEXT_LIMITS, THEMES } from "../../../contract/constants.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { FormErrorInfo } from "../patterns/FormError.tsx";
import { FormField } from "../patterns/FormField.tsx";
import { Form } from "../patterns/Form.tsx";
import { useRequired } from "../patterns/useRequired.ts";
import { Button } from "../ui/Button.tsx";
import { InputGroup } from "../ui/InputGroup.ts";
import { Radio, RadioGroup } from "../ui/Radio.ts";
import { Switch } from "../ui/Switch.tsx";
import { Inline } from "../ui/Inline.tsx";

type Language = (typeof LANGUAGES)[number];
type Theme = (typeof THEMES)[number];

export interface ProfileFormProps {
  user: { name: string; email: string; language: Language };
  theme: Theme;
  /** The theme changes at once and is stored in this browser; the rest is saved with the user. */
  onTheme: (theme: Theme) => void;
  /** The language changes at once as well; other input is kept. */
  onLanguage: (language: Language) => void;
  /** Single-character shortcuts, stored in this browser. */
  singleKeys: { isOn: boolean; onChange: (isOn: boolean) => void };
  onSave: (profile: { name: string; language: Language }) => void;
  isBusy?: boolean;
  failure?: FormErrorInfo | null;
}

const isOneOf = <T extends string>(values: readonly T[], value: string): value is T =>
  values.some((one) => one === value);

export function ProfileForm({
  user,
  theme,
  onTheme,
  onLanguage,
  singleKeys,
  onSave,
  isBusy = false,
  failure = null,
}: ProfileFormProps) {
  const { t, format } = useTranslation("settings");
  const required = useRequired();
  const [name, setName] = useState(user.name);
  const { language } = user;
  return (
    <Form
      isLive
      faults={{ name: required(name) }}
      failure={failure}
      failureTitle={t("saveFailed")}
      isBusy={isBusy}
      onSubmit={() => onSave({ name: name.trim(), language })}
    >
      {({ errorsOf }) => (
        <>
          <FormField label={t("name")} errors={errorsOf("name")}>
            {(control) => (
              <InputGroup
                {...control}
                autoComplete="name"
                maxLength={TEXT_LIMITS.name}
                value={name}
                onValueChange={setName}
              />
            )}
          </FormField>
          <FormField label={t("email")} help={t("emailHelp")}>
            {(control) => <InputGroup {...control} type="email" readOnly value={user.email} />}
          </FormField>
          <RadioGroup
            label={t("language")}
            name="language"
            inline
            selectedValue={language}
            onChange={({ currentTarget: { value } }) => {
              if (isOneOf(LANGUAGES, value) && value !== language) onLanguage(value);
            }}
          >
            {LANGUAGES.map((value) => (
              <Radio key={value} value={value} label={format.language(value)} />
            ))}
          </RadioGroup>
          <RadioGroup
            label={t("theme")}
            name="theme"
            inline
            selectedValue={theme}
            onChange={({ currentTarget: { value } }) => {
              if (isOneOf(THEMES, value)) onTheme(value);
            }}
          >
            {THEMES.map((value) => (
              <Radio key={value} value={value} label={t(`themes.${value}`)} />
            ))}
          </RadioGroup>
          <Switch
            label={t("singleKeys")}
            checked={singleKeys.isOn}
            onChange={({ currentTarget: { checked } }) => singleKeys.onChange(checked)}
          />
          <Inline align="stretch">
            <Button type="submit" intent="primary" text={t("save")} loading={isBusy} />
          </Inline>
        </>
      )}
    </Form>
  );
}
