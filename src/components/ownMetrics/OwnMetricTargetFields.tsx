import type { TargetText } from "../../domain/ownMetricTarget.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { FormField } from "../patterns/FormField.tsx";
import { SelectField } from "../patterns/SelectField.tsx";
import { InputGroup } from "../ui/InputGroup.ts";

export interface OwnMetricTargetFieldsProps {
  target: TargetText;
  unit: "share" | "hours" | "other";
  errors: readonly string[] | undefined;
  onChange: (target: TargetText) => void;
}

/** Whether a metric has a target, and its value. */
export function OwnMetricTargetFields({ target, unit, errors, onChange }: OwnMetricTargetFieldsProps) {
  const { t } = useTranslation("ownMetrics");
  return (
    <>
      <SelectField
        label={t("form.target")}
        value={target.is}
        options={(["none", "at_most", "at_least"] as const).map((value) => ({
          value,
          text: t(`form.targets.${value}`),
        }))}
        onChange={(is) => onChange({ ...target, is })}
      />
      {target.is !== "none" && (
        <FormField label={t("form.targetValue")} help={t(`form.targetHelp.${unit}`)} errors={errors}>
          {(control) => (
            <InputGroup
              {...control}
              inputMode="decimal"
              autoComplete="off"
              maxLength={20}
              value={target.text}
              onValueChange={(text) => onChange({ ...target, text })}
            />
          )}
        </FormField>
      )}
    </>
  );
}
