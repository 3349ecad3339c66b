import type { ReactNode, Ref } from "react";
import { InputGroup } from "../ui/InputGroup.ts";
import { FormField } from "./FormField.tsx";

export interface TextFieldProps {
  /** Name of the field for the browser, unique in the form. */
  name?: string;
  label: string;
  help?: ReactNode;
  /** Messages for this field; empty without an error. */
  errors?: readonly string[] | undefined;
  type?: "text" | "url" | "password";
  /** Characters. */
  maxLength?: number;
  isReadOnly?: boolean;
  /** Whether the browser marks misspelled words: not in identifiers. */
  isSpellChecked?: boolean;
  value: string;
  inputRef?: Ref<HTMLInputElement>;
  onChange: (value: string) => void;
}

/** One line of text in a form, with its label, help and errors. The browser neither fills it in nor offers to store it. */
export function TextField({
  name,
  label,
  help,
  errors,
  type = "text",
  maxLength,
  isReadOnly = false,
  isSpellChecked = false,
  value,
  inputRef,
  onChange,
}: TextFieldProps) {
  return (
    <FormField label={label} help={help} errors={errors}>
      {(control) => (
        <InputGroup
          {...control}
          {...(inputRef !== undefined && { inputRef })}
          {...(maxLength !== undefined && { maxLength })}
          {...(name !== undefined && { name })}
          type={type}
          autoComplete={type === "password" ? "new-password" : "off"}
          spellCheck={isSpellChecked}
          readOnly={isReadOnly}
          value={value}
          onValueChange={(text) => onChange(text)}
        />
      )}
    </FormField>
  );
}
