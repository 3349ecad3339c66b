import { FORMULA_UNITS, OWN_METRIC_LIMITS } from "../../../contract/insights/ownMetricRules.ts";
import type { FormulaDefinition } from "../../../contract/insights/ownMetrics.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { FormField } from "../patterns/FormField.tsx";
import { SelectField } from "../patterns/SelectField.tsx";
import { TextArea } from "../ui/TextArea.ts";

export interface OwnMetricFormulaFieldsProps {
  definition: FormulaDefinition;
  textErrors: readonly string[] | undefined;
  onChange: (definition: FormulaDefinition) => void;
}

/** A formula over other metrics, and the unit of its values. */
export function OwnMetricFormulaFields({ definition, textErrors, onChange }: OwnMetricFormulaFieldsProps) {
  const { t } = useTranslation("ownMetrics");
  return (
    <>
      <FormField label={t("form.formula")} help={t("form.formulaHelp")} errors={textErrors}>
        {(control) => (
          <TextArea
            {...control}
            fill
            rows={3}
            spellCheck={false}
            maxLength={OWN_METRIC_LIMITS.formulaChars}
            value={definition.text}
            onChange={({ currentTarget: { value: text } }) => onChange({ ...definition, text })}
          />
        )}
      </FormField>
      <SelectField
        label={t("form.unit")}
        value={definition.unit}
        options={FORMULA_UNITS.map((value) => ({ value, text: t(`form.units.${value}`) }))}
        onChange={(unit) => onChange({ ...definition, unit })}
      />
    </>
  );
}
