import { useState } from "react";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { FormDialog } from "../patterns/FormDialog.tsx";
import { Radio, RadioGroup } from "../ui/Radio.ts";

export interface RemoveGroupDialogProps {
  group: { readonly name: string; readonly sources: number };
  isBusy?: boolean;
  failure?: string | undefined;
  onRemove: (keepsSources: boolean) => void;
  onClose: () => void;
}

/** Asks whether the sources of a group stay when it is removed. Nothing is deleted unless that is chosen. */
export function RemoveGroupDialog({
  group: { name, sources },
  isBusy = false,
  failure,
  onRemove,
  onClose,
}: RemoveGroupDialogProps) {
  const { t, format } = useTranslation("groups");
  const [choice, setChoice] = useState<"keep" | "remove">("keep");
  const values = { count: sources, formatted: format.number(sources) };
  return (
    <FormDialog
      title={t("remove.title", { name })}
      draft={null}
      action={t("remove.action")}
      intent="danger"
      alert={failure}
      isBusy={isBusy}
      onSubmit={() => onRemove(choice === "keep")}
      onClose={onClose}
    >
      <RadioGroup
        label={t("remove.question")}
        selectedValue={choice}
        disabled={isBusy}
        onChange={({ currentTarget }) => setChoice(currentTarget.value === "remove" ? "remove" : "keep")}
      >
        <Radio value="keep" label={t("remove.keep", values)} />
        <Radio value="remove" label={t("remove.remove", values)} />
      </RadioGroup>
    </FormDialog>
  );
}
