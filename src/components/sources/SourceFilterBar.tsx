import type { LinkedGroup } from "../../../contract/sources/linkedGroups.ts";
import { SOURCE_STATES, type SourceFilter, type SourceState } from "../../domain/sourceFilter.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { TextFilter } from "../patterns/TextFilter.tsx";
import { Select } from "../ui/Select.tsx";
import styles from "./SourceFilterBar.module.css";

export interface SourceFilterBarProps {
  filter: SourceFilter;
  groups: readonly Pick<LinkedGroup, "id" | "name">[];
  /** Sources of the text and the group, and how many of them are in each state. */
  total: number;
  counts: Readonly<Record<SourceState, number>>;
  onChange: (part: Partial<SourceFilter>) => void;
}

/** Narrows a long list of sources by a text, a linked group and a state, with the number in each state. */
export function SourceFilterBar({ filter, groups, total, counts, onChange }: SourceFilterBarProps) {
  const { t, format } = useTranslation("groups");
  const states = [
    { value: "all" as const, text: `${t("filterList.states.all")} (${format.number(total)})` },
    ...SOURCE_STATES.filter((state) => counts[state] > 0 || filter.state === state).map((state) => ({
      value: state,
      text: `${t(`filterList.states.${state}`)} (${format.number(counts[state])})`,
    })),
  ];
  return (
    <div className={styles.bar}>
      <TextFilter
        className={styles.text}
        label={t("filterList.search")}
        text={filter.text}
        onChange={(text) => onChange({ text })}
      />
      {groups.length > 0 && (
        <Select
          aria-label={t("filterList.group")}
          value={filter.group}
          options={[
            { value: "all", text: t("filterList.all") },
            ...groups.map(({ id, name }) => ({ value: id, text: name })),
            { value: "none", text: t("filterList.none") },
          ]}
          onValueChange={(group) => onChange({ group })}
        />
      )}
      <Select
        aria-label={t("filterList.state")}
        value={filter.state}
        options={states}
        onValueChange={(state) => onChange({ state })}
      />
    </div>
  );
}
