import { useRef, useState } from "react";
import { METRICS, TARGET_RANGES } from "../../../contract/insights/metrics.ts";
import { type TargetMetric } from "../../../contract/insights/targetMetrics.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { FormErrorInfo } from "../patterns/FormError.tsx";
import { FormDialog } from "../patterns/FormDialog.tsx";
import { FormField } from "../patterns/FormField.tsx";
import { Button } from "../ui/Button.tsx";
import { InputGroup } from "../ui/InputGroup.ts";

export interface TargetDialogProps {
  metric: TargetMetric;
  /** The target that the metric has, in its unit; null for none. */
  value: number | null;
  isBusy?: boolean;
  failure?: FormErrorInfo | null;
  onSave: (value: number) => void;
  onRemove: () => void;
  onClose: () => void;
}

/** A share is typed in percent, everything else in its unit. */
const PER_UNIT = { hours: 1, per_week: 1, share: 100, lines: 1 } as const;
const DECIMALS = 2;

/** Sets, changes or removes the target of a metric. Both the point and the comma separate decimals. */
export function TargetDialog({ metric, value, isBusy = false, failure = null, ...on }: TargetDialogProps) {
  const { t } = useTranslation("insights");
  const { unit } = METRICS[metric];
  const factor = PER_UNIT[unit];
  const first = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value === null ? "" : String(Number((value * factor).toFixed(DECIMALS))));
  const fault = useFault(text, { min: TARGET_RANGES[unit].min * factor, max: TARGET_RANGES[unit].max * factor });
  return (
    <FormDialog
      title={t("target.title", { name: t(`metrics.${metric}.name`) })}
      size="small"
      draft={text}
      action={t("target.save")}
      initialFocus={first}
      isBusy={isBusy}
      faults={{ value: fault }}
      failure={failure}
      failureTitle={t("target.failed")}
      onSubmit={() => on.onSave(numberIn(text) / factor)}
      onClose={on.onClose}
    >
      {({ errorsOf }) => (
        <>
          <FormField label={t(`target.field.${unit}`)} help={t("target.help")} errors={errorsOf("value")}>
            {(control) => (
              <InputGroup
                {...control}
                inputRef={first}
                inputMode="decimal"
                autoComplete="off"
                maxLength={20}
                value={text}
                onValueChange={setText}
              />
            )}
          </FormField>
          {value !== null && (
            <div>
              <Button
                variant="outlined"
                intent="danger"
                text={t("target.remove")}
                disabled={isBusy}
                onClick={on.onRemove}
              />
            </div>
          )}
        </>
      )}
    </FormDialog>
  );
}

const numberIn = (text: string): number => Number(text.trim().replace(",", "."));

function useFault(text: string, { min, max }: { readonly min: number; readonly max: number }): string | null {
  const { t, format } = useTranslation("insights");
  const errors = useTranslation("errors");
  if (text.trim() === "") return errors.t("required");
  if (!/^\d+(?:[.,]\d+)?$/.test(text.trim())) return t("target.notNumber");
  const value = numberIn(text);
  return value < min || value > max ? t("target.range", { min: format.number(min), max: format.number(max) }) : null;
}
