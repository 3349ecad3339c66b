import { useState } from "react";
import { DASHBOARD_LIMITS } from "../../../contract/insights/dashboardRules.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { CheckboxGroup } from "../patterns/CheckboxGroup.tsx";
import { FormDialog } from "../patterns/FormDialog.tsx";
import { FormField } from "../patterns/FormField.tsx";
import { InputGroup } from "../ui/InputGroup.ts";

export interface RotationDialogProps {
  dashboards: readonly { readonly id: string; readonly name: string }[];
  /** The one that is open, which is always shown first. */
  first: string;
  onStart: (rotation: { readonly ids: readonly string[]; readonly seconds: number }) => void;
  onClose: () => void;
}

const { min, max, default: usual } = DASHBOARD_LIMITS.seconds;

/** Which dashboards alternate on a wall, and how long each is shown. */
export function RotationDialog({ dashboards, first, onStart, onClose }: RotationDialogProps) {
  const { t } = useTranslation("dashboards");
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [text, setText] = useState(String(usual));
  const seconds = Number(text);
  const others = dashboards.filter(({ id }) => id !== first);
  const isFitting = Number.isInteger(seconds) && seconds >= min && seconds <= max;
  return (
    <FormDialog
      title={t("wall.title")}
      size="small"
      draft={[chosen, text]}
      action={t("wall.start")}
      faults={{ seconds: isFitting ? null : t("wall.secondsRange", { min, max }) }}
      onSubmit={() => onStart({ ids: [first, ...chosen], seconds })}
      onClose={onClose}
    >
      {({ errorsOf }) => (
        <>
          {others.length > 0 && (
            <CheckboxGroup
              label={t("wall.others")}
              options={others.map(({ id, name }) => ({ value: id, text: name }))}
              chosen={chosen}
              onChange={setChosen}
            />
          )}
          <FormField label={t("wall.seconds")} help={t("wall.help")} errors={errorsOf("seconds")}>
            {(control) => (
              <InputGroup {...control} type="number" min={min} max={max} value={text} onValueChange={setText} />
            )}
          </FormField>
        </>
      )}
    </FormDialog>
  );
}
