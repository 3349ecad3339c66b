import { HTMLSelect } from "@blueprintjs/core";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { Option } from "./option.ts";
import styles from "./Select.module.css";

interface SelectChoice<V extends string> {
  options: readonly Option<V>[];
  value: V | null;
  onValueChange: (value: V) => void;
  disabled?: boolean;
  /** A request about the value runs: it cannot be changed, but keeps the focus, which a disabled one loses. */
  loading?: boolean;
  /** As wide as the field around it. */
  fill?: boolean;
  /** Ids of the texts that explain the field: its help and its errors. */
  "aria-describedby"?: string | undefined;
  /** The value is refused. */
  "aria-invalid"?: true | undefined;
}

/** The name: that of the visible label whose `htmlFor` is `id`, or else `aria-label`. */
type SelectName = { id: string; "aria-label"?: undefined } | { id?: string; "aria-label": string };

export type SelectProps<V extends string> = SelectChoice<V> & SelectName;

/** Uses the native select; the device draws its list and handles its keys. */
export function Select<V extends string>(props: SelectProps<V>) {
  const { options, value, onValueChange, loading = false, ...control } = props;
  const { t } = useTranslation("states");
  return (
    <HTMLSelect
      {...control}
      aria-busy={loading || undefined}
      aria-disabled={loading || undefined}
      className={styles.native}
      // Its own title is an image with an English name.
      iconProps={{ title: false }}
      value={value ?? ""}
      onChange={(event) => {
        const chosen = options.find((option) => option.value === event.currentTarget.value);
        if (chosen && !loading) onValueChange(chosen.value);
      }}
    >
      {value === null && <option value="">{t("chooseOption")}</option>}
      {groupsOf(options).map(({ group, options: grouped }) =>
        group === undefined ? (
          grouped.map(optionElement)
        ) : (
          <optgroup key={group} label={group}>
            {grouped.map(optionElement)}
          </optgroup>
        ),
      )}
    </HTMLSelect>
  );
}

const optionElement = ({ value, text }: Option<string>) => (
  <option key={value} value={value}>
    {text}
  </option>
);

interface OptionGroup {
  readonly group: string | undefined;
  readonly options: Option<string>[];
}

function groupsOf(options: readonly Option<string>[]): OptionGroup[] {
  const groups: OptionGroup[] = [];
  for (const option of options) {
    const last = groups.at(-1);
    if (last && last.group === option.group) last.options.push(option);
    else groups.push({ group: option.group, options: [option] });
  }
  return groups;
}
