import { HTMLSelect } from "@blueprintjs/core";
import { useTranslation } from "../../i18n/useTranslation.ts";
import styles from "./Select.module.css";

export interface SelectOption<V extends string> {
  readonly value: V;
  readonly text: string;
}

export interface SelectProps<V extends string> {
  /** The accessible name, not visible. */
  label: string;
  options: readonly SelectOption<V>[];
  value: V | null;
  onChange: (value: V) => void;
  disabled?: boolean;
  /** A request about the value runs: it cannot be changed, but keeps the focus, which a disabled one loses. */
  loading?: boolean;
  /** As wide as the field around it. */
  fill?: boolean;
  id?: string;
  /** Ids of the texts that explain the field: its help and its errors. */
  "aria-describedby"?: string | undefined;
  /** The value is refused. */
  "aria-invalid"?: true | undefined;
}

/** The browser's own select, which each device renders in its own way: its keys and its list for a long choice are the device's too. */
export function Select<V extends string>(props: SelectProps<V>) {
  const { label, options, value, onChange, disabled = false, loading = false, fill = false, id } = props;
  const { t } = useTranslation("states");
  return (
    <HTMLSelect
      id={id}
      aria-label={label}
      aria-describedby={props["aria-describedby"]}
      aria-invalid={props["aria-invalid"]}
      aria-busy={loading || undefined}
      aria-disabled={loading || undefined}
      className={styles.native}
      disabled={disabled}
      fill={fill}
      // Its own title is an image with an English name.
      iconProps={{ title: false }}
      value={value ?? ""}
      onChange={(event) => {
        const chosen = options.find((option) => option.value === event.currentTarget.value);
        if (chosen && !loading) onChange(chosen.value);
      }}
    >
      {value === null && <option value="">{t("chooseOption")}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.text}
        </option>
      ))}
    </HTMLSelect>
  );
}
