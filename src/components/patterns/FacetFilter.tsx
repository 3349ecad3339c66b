import { useState } from "react";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Button } from "../ui/Button.tsx";
import { Checkbox } from "../ui/Checkbox.ts";
import { InputGroup } from "../ui/InputGroup.ts";
import { PopoverButton } from "../ui/PopoverButton.tsx";
import { CaretDownIcon } from "../ui/icons.ts";
import { Text } from "../ui/Text.tsx";
import styles from "./FacetFilter.module.css";

export interface FacetChoice {
  value: string;
  label: string;
  /** How many items have the value; omitted where it was not counted. */
  count?: number;
}

export interface FacetFilterProps {
  /** The name of the facet, in the reader's language: "Label". */
  name: string;
  choices: readonly FacetChoice[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** Maximum of rendered options: the field above them narrows the list. */
const SHOWN = 60;
const FIELD_FROM = 8;

/** A button that opens a list of check boxes with counts, with multiple selection. */
export function FacetFilter(props: FacetFilterProps) {
  const { name, choices, chosen } = props;
  return (
    <PopoverButton
      label={name}
      placement="bottom-start"
      button={{
        variant: "outlined",
        endIcon: <CaretDownIcon />,
        children: chosen.length === 0 ? name : <Chosen name={name} choices={choices} chosen={chosen} />,
      }}
      content={<Choices {...props} />}
    />
  );
}

/** Mounted while it is open, so that its field is empty at each opening. */
function Choices({ name, choices, chosen, onChange }: FacetFilterProps) {
  const { t, format, locale } = useTranslation("controls");
  const [text, setText] = useState("");
  // A value in the address without an option must still be listed, so that it can be removed.
  const known = new Set(choices.map(({ value }) => value));
  const all = [
    ...chosen.filter((value) => !known.has(value)).map((value): FacetChoice => ({ value, label: value })),
    ...choices,
  ];
  const folded = text.trim().toLocaleLowerCase(locale);
  const fitting = folded === "" ? all : all.filter(({ label }) => label.toLocaleLowerCase(locale).includes(folded));
  const toggle = (value: string) =>
    onChange(chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value]);

  return (
    <div className={styles.panel}>
      {all.length > FIELD_FROM && (
        <InputGroup
          size="small"
          type="search"
          aria-label={t("filter.find")}
          placeholder={t("filter.find")}
          value={text}
          onValueChange={setText}
        />
      )}
      <ul className={styles.choices}>
        {fitting.slice(0, SHOWN).map(({ value, label, count }) => (
          <li key={value}>
            <Checkbox
              className={styles.choice}
              checked={chosen.includes(value)}
              onChange={() => toggle(value)}
              labelElement={
                <>
                  <span className={styles.label}>{label}</span>
                  {count !== undefined && (
                    <Text size="small" tone="muted" isNumeric aria-label={t("filter.choiceCount", { count })}>
                      {format.number(count)}
                    </Text>
                  )}
                </>
              }
            />
          </li>
        ))}
      </ul>
      {all.length === 0 && (
        <Text as="p" tone="muted" className={styles.none}>
          {t("filter.noChoices")}
        </Text>
      )}
      {all.length > 0 && fitting.length === 0 && (
        <Text as="p" tone="muted" className={styles.none}>
          {t("filter.noChoice", { text })}
        </Text>
      )}
      {chosen.length > 0 && (
        <Button
          size="small"
          variant="minimal"
          alignText="start"
          text={t("filter.clearOne", { name })}
          onClick={() => onChange([])}
        />
      )}
    </div>
  );
}

/** The name, then the selection: the value if there is one, else the count. */
function Chosen({
  name,
  choices,
  chosen,
}: {
  name: string;
  choices: readonly FacetChoice[];
  chosen: readonly string[];
}) {
  const first = choices.find(({ value }) => value === chosen[0]);
  return (
    <span className={styles.chosen}>
      {name}
      <span className={styles.value}>{chosen.length === 1 ? (first?.label ?? chosen[0]) : chosen.length}</span>
    </span>
  );
}
