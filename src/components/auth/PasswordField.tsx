import { useState, type ReactNode, type Ref } from "react";
import { TEXT_LIMITS } from "../../../contract/constants.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { FormField } from "../patterns/FormField.tsx";
import { Button } from "../ui/Button.tsx";
import { InputGroup } from "../ui/InputGroup.ts";
import { EyeOffIcon, EyeOpenIcon } from "../ui/icons.ts";

export interface PasswordFieldProps {
  label: string;
  name: string;
  value: string;
  onChange: (value: string) => void;
  /** For password managers. */
  autoComplete: "current-password" | "new-password";
  errors?: readonly string[] | undefined;
  help?: ReactNode;
  inputRef?: Ref<HTMLInputElement>;
}

/** A password field with a toggle to show its content. */
export function PasswordField({
  label,
  name,
  value,
  onChange,
  autoComplete,
  errors,
  help,
  inputRef,
}: PasswordFieldProps) {
  const { t } = useTranslation("auth");
  const [isShown, setShown] = useState(false);
  return (
    <FormField label={label} errors={errors} help={help}>
      {(control) => (
        <InputGroup
          {...control}
          {...(inputRef && { inputRef })}
          name={name}
          type={isShown ? "text" : "password"}
          size="large"
          value={value}
          onValueChange={onChange}
          autoComplete={autoComplete}
          maxLength={TEXT_LIMITS.password}
          rightElement={
            <Button
              variant="minimal"
              icon={isShown ? <EyeOffIcon /> : <EyeOpenIcon />}
              aria-label={t("showPassword")}
              aria-pressed={isShown}
              title={t("showPassword")}
              onClick={() => {
                setShown(!isShown);
              }}
            />
          }
        />
      )}
    </FormField>
  );
}
