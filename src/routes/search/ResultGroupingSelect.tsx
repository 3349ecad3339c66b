import { RESULT_GROUPINGS, type ResultGrouping } from "../../components/search/resultGroups.ts";
import { Select } from "../../components/ui/Select.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";

export interface ResultGroupingSelectProps {
  value: ResultGrouping;
  /** Whether several projects are searched. */
  hasProjects: boolean;
  onChange: (grouping: ResultGrouping) => void;
}

/** Chooses what the sections of a list of results have in common. */
export function ResultGroupingSelect({ value, hasProjects, onChange }: ResultGroupingSelectProps) {
  const { t } = useTranslation("search");
  const groupings: readonly ResultGrouping[] = hasProjects ? ["project", ...RESULT_GROUPINGS] : RESULT_GROUPINGS;
  return (
    <Select<ResultGrouping>
      aria-label={t("group.label")}
      value={value}
      options={groupings.map((one) => ({ value: one, text: t(`group.${one}`) }))}
      onValueChange={onChange}
    />
  );
}
