import type { Option } from "../ui/option.ts";
import { Select } from "../ui/Select.tsx";
import { FormField, type FormFieldProps } from "./FormField.tsx";

export interface SelectFieldProps<V extends string> extends Pick<FormFieldProps, "label" | "help" | "errors"> {
  /** Null while nothing is chosen. */
  value: V | null;
  options: readonly Option<V>[];
  onChange: (value: V) => void;
}

/** A field of a form with a list of options, of which one is chosen. */
export const SelectField = <V extends string>({
  label,
  help,
  errors,
  value,
  options,
  onChange,
}: SelectFieldProps<V>) => (
  <FormField label={label} help={help} errors={errors}>
    {(control) => <Select {...control} fill value={value} options={options} onValueChange={onChange} />}
  </FormField>
);
