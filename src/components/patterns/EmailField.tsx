import type { ReactNode } from "react";
import { TEXT_LIMITS } from "../../../contract/constants.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { FormField } from "./FormField.tsx";
import { InputGroup } from "../ui/InputGroup.ts";

export interface EmailFieldProps {
  value: string;
  /** Omitted: the address is fixed. */
  onChange?: ((value: string) => void) | undefined;
  errors?: readonly string[] | undefined;
  help?: ReactNode;
}

/** The address that a user signs in with, with the autocomplete hints of password managers. */
export function EmailField({ value, onChange, errors, help }: EmailFieldProps) {
  const { t } = useTranslation("states");
  return (
    <FormField label={t("email")} errors={errors} help={help}>
      {(control) => (
        <InputGroup
          {...control}
          name="email"
          type="email"
          size="large"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={TEXT_LIMITS.email}
          readOnly={onChange === undefined}
          value={value}
          onValueChange={(text) => onChange?.(text)}
        />
      )}
    </FormField>
  );
}
