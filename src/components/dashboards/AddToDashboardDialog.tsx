import { useState } from "react";
import type { DashboardEntry } from "../../../contract/insights/dashboards.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { FormDialog } from "../patterns/FormDialog.tsx";
import type { FormErrorInfo } from "../patterns/FormError.tsx";
import { FormField } from "../patterns/FormField.tsx";
import { Select } from "../ui/Select.tsx";
import { Text } from "../ui/Text.tsx";

export interface AddToDashboardDialogProps {
  /** Those that the user may change; null while they load. */
  dashboards: readonly DashboardEntry[] | null;
  isBusy?: boolean;
  failure?: FormErrorInfo | null;
  onAdd: (dashboardId: string) => void;
  onClose: () => void;
}

/** Chooses the dashboard that a card is added to. */
export function AddToDashboardDialog({
  dashboards,
  isBusy = false,
  failure = null,
  onAdd,
  onClose,
}: AddToDashboardDialogProps) {
  const { t } = useTranslation("dashboards");
  const [chosen, setChosen] = useState<string | null>(null);
  const id = chosen ?? dashboards?.[0]?.id ?? null;
  return (
    <FormDialog
      title={t("addTo.title")}
      size="small"
      draft={id}
      action={t("addTo.add")}
      canSubmit={id !== null}
      isBusy={isBusy}
      failure={failure}
      failureTitle={t("addTo.failed")}
      onSubmit={() => {
        if (id !== null) onAdd(id);
      }}
      onClose={onClose}
    >
      {dashboards?.length === 0 ? (
        <Text as="p">{t("addTo.none")}</Text>
      ) : (
        <FormField label={t("addTo.dashboard")}>
          {(control) => (
            <Select
              {...control}
              fill
              value={id}
              options={(dashboards ?? []).map((one) => ({ value: one.id, text: one.name }))}
              onValueChange={setChosen}
            />
          )}
        </FormField>
      )}
    </FormDialog>
  );
}
