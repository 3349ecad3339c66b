import { type ReactNode, useState } from "react";
import { TEXT_LIMITS } from "../../../contract/constants.ts";
import type { DashboardEntry } from "../../../contract/insights/dashboards.ts";
import type { CardForm } from "../../domain/cardForms.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { FormDialog } from "../patterns/FormDialog.tsx";
import type { FormErrorInfo } from "../patterns/FormError.tsx";
import { TextField } from "../patterns/TextField.tsx";
import { SelectField } from "../patterns/SelectField.tsx";

/** Where a card is added, and as what. */
export interface ChosenDashboard {
  /** Null: a new one. */
  id: string | null;
  /** Name of a new dashboard. */
  name: string;
  /** Null: the card has one form. */
  form: CardForm | null;
}

export interface AddToDashboardDialogProps {
  /** Dashboards that the user may change; null while they load. */
  dashboards: readonly DashboardEntry[] | null;
  /** Why dashboards are missing in the list. */
  notice?: ReactNode;
  /** Forms of the card, the usual one first; fewer than two: there is no choice. */
  forms?: readonly CardForm[];
  isBusy?: boolean;
  failure?: FormErrorInfo | null;
  onAdd: (chosen: ChosenDashboard) => void;
  onClose: () => void;
}

/** The value of a choice for a new dashboard: no id is empty. */
const NEW = "";

/** Chooses the dashboard that a card is added to, or names a new one. */
export function AddToDashboardDialog({
  dashboards,
  notice,
  forms = [],
  isBusy = false,
  failure = null,
  onAdd,
  onClose,
}: AddToDashboardDialogProps) {
  const { t } = useTranslation("dashboards");
  const errors = useTranslation("errors");
  const [draft, setDraft] = useState<{ id: string | null; name: string; form: CardForm | null }>({
    id: null,
    name: "",
    form: forms[0] ?? null,
  });
  const id = draft.id ?? dashboards?.[0]?.id ?? NEW;
  const name = draft.name.trim();
  return (
    <FormDialog
      title={t("addTo.title")}
      size="small"
      draft={draft}
      action={t("addTo.add")}
      canSubmit={dashboards !== null}
      isBusy={isBusy}
      faults={{ name: id === NEW && name === "" ? errors.t("required") : null }}
      failure={failure}
      failureTitle={t("addTo.failed")}
      onSubmit={() => onAdd({ id: id === NEW ? null : id, name, form: draft.form })}
      onClose={onClose}
    >
      {({ errorsOf }) => (
        <>
          {notice}
          <SelectField
            label={t("addTo.dashboard")}
            value={dashboards === null ? null : id}
            options={
              dashboards === null
                ? []
                : [
                    ...dashboards.map((one) => ({ value: one.id, text: one.name })),
                    { value: NEW, text: t("addTo.new") },
                  ]
            }
            onChange={(chosen) => setDraft({ ...draft, id: chosen })}
          />
          {dashboards !== null && id === NEW && (
            <TextField
              label={t("addTo.name")}
              help={t("addTo.nameHelp")}
              errors={errorsOf("name")}
              maxLength={TEXT_LIMITS.name}
              isSpellChecked
              value={draft.name}
              onChange={(next) => setDraft({ ...draft, name: next })}
            />
          )}
          {forms.length > 1 && draft.form !== null && (
            <SelectField
              label={t("addTo.form")}
              value={draft.form}
              options={forms.map((value) => ({ value, text: t(`addTo.forms.${value}`) }))}
              onChange={(form) => setDraft({ ...draft, form })}
            />
          )}
        </>
      )}
    </FormDialog>
  );
}
