import type { MappedState } from "../../../contract/sources/importRules.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Select } from "../ui/Select.tsx";
import { Table } from "../ui/Table.tsx";
import { Text } from "../ui/Text.tsx";

export interface ImportStatesProps {
  states: readonly { readonly value: string; readonly state: MappedState }[];
  /** States that a value may be mapped to. */
  options: readonly MappedState[];
  onChange: (value: string, state: MappedState) => void;
}

/** What each value of the column of the state means. */
export function ImportStates({ states, options, onChange }: ImportStatesProps) {
  const { t } = useTranslation("imports");
  const choices = options.map((value) => ({ value, text: t(`file.states.${value}`) }));
  return (
    <Table label={t("file.stateValues")} maxHeight="12rem" size="small">
      <thead>
        <tr>
          <th scope="col">{t("file.stateValue")}</th>
          <th scope="col">{t("file.stateMeaning")}</th>
        </tr>
      </thead>
      <tbody>
        {states.map(({ value, state }) => (
          <tr key={value}>
            <th scope="row">
              <Text overflow="anywhere">{value}</Text>
            </th>
            <td>
              <Select
                aria-label={t("file.stateOf", { value })}
                value={state}
                options={choices}
                onValueChange={(chosen) => onChange(value, chosen)}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
