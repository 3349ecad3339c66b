import { type ReactNode, useId, useState } from "react";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Checkbox } from "../ui/Checkbox.ts";
import { InputGroup } from "../ui/InputGroup.ts";
import { Text } from "../ui/Text.tsx";
import styles from "./CheckboxGroup.module.css";

export interface CheckboxGroupProps<Value extends string> {
  /** The legend. */
  label: string;
  options: readonly { readonly value: Value; readonly text: string; readonly disabled?: boolean }[];
  chosen: readonly Value[];
  help?: ReactNode;
  /** Messages for the group; empty without an error. */
  errors?: readonly string[] | undefined;
  /** The name of a field that filters the options; it is shown above eight of them. */
  filterLabel?: string;
  /** The options are in one line, where that has the space. */
  inline?: boolean;
  onChange: (chosen: Value[]) => void;
}

/** Options above this number are filtered by a text. */
const MAX_UNFILTERED = 8;

/** A group of check boxes with its help and its errors, which describe each of them. A chosen option is never filtered out. */
export function CheckboxGroup<Value extends string>({
  label,
  options,
  chosen,
  help,
  errors = [],
  filterLabel,
  inline = false,
  onChange,
}: CheckboxGroupProps<Value>) {
  const { locale } = useTranslation("states");
  const id = useId();
  const [filter, setFilter] = useState("");
  const query = filter.trim().toLocaleLowerCase(locale);
  const isFiltered = filterLabel !== undefined && options.length > MAX_UNFILTERED;
  const offered = isFiltered
    ? options.filter(({ value, text }) => chosen.includes(value) || text.toLocaleLowerCase(locale).includes(query))
    : options;
  const describedBy = [errors.length > 0 && `${id}errors`, help !== undefined && `${id}help`].filter(Boolean).join(" ");
  return (
    <fieldset className={styles.group}>
      <legend>{label}</legend>
      {isFiltered && (
        <InputGroup
          type="search"
          aria-label={filterLabel}
          placeholder={filterLabel}
          value={filter}
          onValueChange={setFilter}
        />
      )}
      <div className={isFiltered ? styles.scrolled : undefined}>
        {offered.map(({ value, text, disabled = false }) => (
          <Checkbox
            key={value}
            inline={inline}
            label={text}
            disabled={disabled}
            aria-invalid={errors.length > 0 || undefined}
            aria-describedby={describedBy || undefined}
            checked={chosen.includes(value)}
            onChange={({ currentTarget: { checked } }) =>
              onChange(checked ? [...chosen, value] : chosen.filter((other) => other !== value))
            }
          />
        ))}
      </div>
      <Text tone="danger" id={`${id}errors`} role="alert">
        {errors.join("\n")}
      </Text>
      {help !== undefined && (
        <Text as="div" id={`${id}help`} tone="muted">
          {help}
        </Text>
      )}
    </fieldset>
  );
}
