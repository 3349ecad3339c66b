import { Classes, MenuItem } from "@blueprintjs/core";
import { CaretDownIcon } from "@blueprintjs/icons";
import { Select as BlueprintSelect } from "@blueprintjs/select";
import { useTranslation } from "../../i18n/useTranslation.ts";
import styles from "./Select.module.css";
import type { SelectOption, SelectProps } from "./SelectProps.ts";

/** Blueprint generates the id of the option list; the filter field must name it in `aria-controls`. */
function nameControlledList(popover: HTMLElement): void {
  const list = popover.querySelector("[role=listbox]");
  if (list) popover.querySelector("input")?.setAttribute("aria-controls", list.id);
}

/** A select with a filter field. Use it by `Select` with `isFilterable`. */
export function FilterableSelect(props: SelectProps<string>) {
  const { label, options, value, onChange, isDisabled = false, id } = props;
  const { t, locale } = useTranslation("states");
  const chosen = options.find((option) => option.value === value);
  return (
    <BlueprintSelect<SelectOption<string>>
      items={[...options]}
      disabled={isDisabled}
      itemPredicate={(query, option) =>
        `${option.text} ${option.label ?? ""}`
          .toLocaleLowerCase(locale)
          .includes(query.trim().toLocaleLowerCase(locale))
      }
      itemRenderer={(option, { handleClick, handleFocus, modifiers, ref, id: itemId }) =>
        modifiers.matchesPredicate ? (
          <MenuItem
            key={option.value}
            ref={ref}
            id={itemId}
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
        "aria-describedby": props["aria-describedby"],
        "aria-invalid": props["aria-invalid"],
        ...({ type: "button" } as object),
      }}
    >
      <span className={styles.text}>{chosen?.text ?? t("chooseOption")}</span>
      <CaretDownIcon aria-hidden={true} />
    </BlueprintSelect>
  );
}
