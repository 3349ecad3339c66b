import { Classes, HTMLSelect, MenuItem } from "@blueprintjs/core";
import { CaretDownIcon } from "@blueprintjs/icons";
import { Select as BlueprintSelect } from "@blueprintjs/select";
import { useWords } from "../../i18n/useWords.ts";
import styles from "./Select.module.css";

export interface SelectOption<V extends string> {
  readonly value: V;
  readonly text: string;
  /** Stands dimmed at the end of the line: a count, a path. */
  readonly label?: string;
}

export interface SelectProps<V extends string> {
  /** What is being chosen; read out, and shown nowhere. */
  label: string;
  options: readonly SelectOption<V>[];
  value: V | null;
  onChange: (value: V) => void;
  /** With a field to narrow a long list; without it, the browser's own select, which every device opens in its best way. */
  isFilterable?: boolean;
  isDisabled?: boolean;
  id?: string;
}

/** The one select of the app. Blueprint's alone lacks names and puts states on the wrong elements (axe); those are set right here. */
export function Select<V extends string>(props: SelectProps<V>) {
  return props.isFilterable ? <FilterableSelect {...props} /> : <NativeSelect {...props} />;
}

function NativeSelect<V extends string>({ label, options, value, onChange, isDisabled = false, id }: SelectProps<V>) {
  const { t } = useWords("states");
  return (
    <HTMLSelect
      id={id}
      aria-label={label}
      className={styles.native}
      disabled={isDisabled}
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

/** The options' list has a made-up id, which the filter field must name as what it controls. */
function nameControlledList(popover: HTMLElement): void {
  const list = popover.querySelector("[role=listbox]");
  if (list) popover.querySelector("input")?.setAttribute("aria-controls", list.id);
}

function FilterableSelect<V extends string>({
  label,
  options,
  value,
  onChange,
  isDisabled = false,
  id,
}: SelectProps<V>) {
  const { t, locale } = useWords("states");
  const chosen = options.find((option) => option.value === value);
  return (
    <BlueprintSelect<SelectOption<V>>
      items={[...options]}
      disabled={isDisabled}
      activeItem={chosen ?? null}
      itemPredicate={(query, option) =>
        `${option.text} ${option.label ?? ""}`
          .toLocaleLowerCase(locale)
          .includes(query.trim().toLocaleLowerCase(locale))
      }
      itemRenderer={(option, { handleClick, handleFocus, modifiers, ref, index }) =>
        modifiers.matchesPredicate ? (
          <MenuItem
            key={option.value}
            ref={ref}
            id={`${id ?? "select"}-${index ?? 0}`}
            text={option.text}
            label={option.label}
            active={modifiers.active}
            selected={option.value === value}
            roleStructure="listoption"
            onClick={handleClick}
            onFocus={handleFocus}
          />
        ) : null
      }
      noResults={<MenuItem disabled text={t("noMatch")} roleStructure="listoption" />}
      onItemSelect={(option) => {
        onChange(option.value);
      }}
      inputProps={{ "aria-label": t("filterOptions"), placeholder: t("filterOptions") }}
      resetOnClose
      popoverProps={{ targetTagName: "button", minimal: true, onOpening: nameControlledList }}
      popoverTargetProps={{
        id,
        className: `${Classes.BUTTON} ${styles.target}`,
        "aria-label": chosen ? `${label}: ${chosen.text}` : label,
        ...({ type: "button" } as object),
      }}
    >
      <span className={styles.text}>{chosen?.text ?? t("chooseOption")}</span>
      <CaretDownIcon aria-hidden={true} />
    </BlueprintSelect>
  );
}
