import { HTMLSelect } from "@blueprintjs/core";
import { lazy, Suspense } from "react";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { SelectProps } from "./SelectProps.ts";
import styles from "./Select.module.css";

/** 25 kB gzip with its popover code, so it is loaded on demand. */
const FilterableSelect = lazy(async () => ({ default: (await import("./FilterableSelect.tsx")).FilterableSelect }));

/** The app's select. Blueprint's lacks accessible names and sets states on the wrong elements (axe); this component corrects them. */
export function Select<V extends string>(props: SelectProps<V>) {
  if (!props.isFilterable) return <NativeSelect {...props} />;
  const { value, onChange, options } = props;
  return (
    <Suspense fallback={<NativeSelect {...props} />}>
      <FilterableSelect
        {...props}
        onChange={(chosen) => {
          const option = options.find((one) => one.value === chosen);
          if (option && option.value !== value) onChange(option.value);
        }}
      />
    </Suspense>
  );
}

function NativeSelect<V extends string>(props: SelectProps<V>) {
  const { label, options, value, onChange, isDisabled = false, isWide = false, id } = props;
  const { t } = useTranslation("states");
  return (
    <HTMLSelect
      id={id}
      aria-label={label}
      aria-describedby={props["aria-describedby"]}
      aria-invalid={props["aria-invalid"]}
      className={styles.native}
      disabled={isDisabled}
      fill={isWide}
      value={value ?? ""}
      onChange={(event) => {
        const chosen = options.find((option) => option.value === event.currentTarget.value);
        if (chosen) onChange(chosen.value);
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
