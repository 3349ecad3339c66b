import type { Ref } from "react";
import { FormField } from "./FormField.tsx";
import { InputGroup } from "../ui/InputGroup.ts";

export interface CodeFieldProps {
  label: string;
  errors: readonly string[] | undefined;
  inputRef?: Ref<HTMLInputElement>;
  value: string;
  onChange: (value: string) => void;
}

/** Characters of a code, with the spaces that an app shows in it. */
const MAX_LENGTH = 12;

/** A code of the authenticator app, which browsers and password managers may fill in. */
export function CodeField({ label, errors, inputRef, value, onChange }: CodeFieldProps) {
  return (
    <FormField label={label} errors={errors}>
      {(control) => (
        <InputGroup
          {...control}
          inputRef={inputRef}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          maxLength={MAX_LENGTH}
          value={value}
          onValueChange={onChange}
        />
      )}
    </FormField>
  );
}
