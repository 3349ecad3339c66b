import { useTranslation } from "../../i18n/useTranslation.ts";
import { Checkbox } from "../ui/Checkbox.ts";
import { Text } from "../ui/Text.tsx";

export interface SignOutFieldProps {
  value: boolean;
  onChange: (value: boolean) => void;
}

/** Whether a person who signs out of Clew is signed out at the identity provider too, and what that means. */
export function SignOutField({ value, onChange }: SignOutFieldProps) {
  const { t } = useTranslation("sso");
  return (
    <div>
      <Checkbox
        label={t("signsOut")}
        checked={value}
        onChange={({ currentTarget: { checked } }) => onChange(checked)}
      />
      <Text as="p" tone="muted">
        {t("signsOutHelp")}
      </Text>
    </div>
  );
}
