import { useState } from "react";
import type { ProjectRole } from "../../../contract/projects.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { FormDialog } from "../patterns/FormDialog.tsx";
import { RestrictedChoice } from "./RestrictedChoice.tsx";

export interface RestrictedDialogProps {
  /** Name of the source and its current role. */
  source: { readonly name: string; readonly role: ProjectRole | null };
  isBusy?: boolean;
  failure?: string | undefined;
  onSave: (role: ProjectRole | null) => void;
  onClose: () => void;
}

/** Selects the role that restricted items of a linked source are read for. */
export function RestrictedDialog({ source, isBusy = false, failure, onSave, onClose }: RestrictedDialogProps) {
  const { t } = useTranslation("restricted");
  const [role, setRole] = useState(source.role);
  const consequence =
    role === source.role ? null : role === null ? "removed" : source.role === null ? "readNext" : null;
  return (
    <FormDialog
      title={t("choose.title", { name: source.name })}
      draft={[role]}
      action={t("choose.save")}
      alert={failure}
      isBusy={isBusy}
      onSubmit={() => (role === source.role ? onClose() : onSave(role))}
      onClose={onClose}
    >
      <RestrictedChoice value={role} isBusy={isBusy} onChange={setRole} />
      {consequence && <p>{t(`choose.${consequence}`)}</p>}
    </FormDialog>
  );
}
