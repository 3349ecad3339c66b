import { periodGranularities, PERIODS, periodChoice, type PeriodChoice } from "../../domain/insightPeriods.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { Option } from "../ui/option.ts";
import { Select } from "../ui/Select.tsx";
import { FormField } from "./FormField.tsx";

export interface PeriodFieldsProps {
  value: PeriodChoice;
  /** Whether the names of the fields are visible, as in forms; otherwise screen readers alone have them. */
  hasLabels?: boolean;
  onChange: (next: PeriodChoice) => void;
}

/** A period, and a step that it allows: another period keeps the step if it can. */
export function PeriodFields({ value: { period, granularity }, hasLabels = false, onChange }: PeriodFieldsProps) {
  const { t } = useTranslation("periods");
  const field = <V extends string>(
    label: string,
    select: { value: V; options: readonly Option<V>[]; onValueChange: (value: V) => void },
  ) =>
    hasLabels ? (
      <FormField label={label}>{(control) => <Select {...control} {...select} fill />}</FormField>
    ) : (
      <Select {...select} aria-label={label} />
    );
  return (
    <>
      {field(t("period"), {
        value: period,
        options: PERIODS.map((value) => ({ value, text: t(`periods.${value}`) })),
        onValueChange: (next) => onChange(periodChoice(next, granularity)),
      })}
      {field(t("granularity"), {
        value: granularity,
        options: periodGranularities(period).map((value) => ({ value, text: t(`granularities.${value}`) })),
        onValueChange: (next) => onChange({ period, granularity: next }),
      })}
    </>
  );
}
