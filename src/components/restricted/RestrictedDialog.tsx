import { useState } from "react";
import type { ProjectRole } from "../../../contract/projects.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { RestrictedChoice } from "./RestrictedChoice.tsx";
import { Button } from "../ui/Button.ts";
import { Callout } from "../ui/Callout.ts";
import { Dialog, DialogBody, DialogFooter } from "../ui/Dialog.ts";

export interface RestrictedDialogProps {
  /** Name of the source and its current role; null when the dialog is closed. */
  source: { readonly name: string; readonly role: ProjectRole | null } | null;
  isBusy?: boolean;
  failure?: string | undefined;
  onSave: (role: ProjectRole | null) => void;
  onClose: () => void;
}

/** Selects the role that restricted items of a linked source are read for. */
export function RestrictedDialog({ source, ...rest }: RestrictedDialogProps) {
  const { t } = useTranslation("project");
  return (
    <Dialog
      isOpen={source !== null}
      title={t("restricted.choose.title", { name: source?.name ?? "" })}
      onClose={rest.onClose}
    >
      {source && <RestrictedForm source={source} {...rest} />}
    </Dialog>
  );
}

function RestrictedForm({
  source,
  isBusy = false,
  failure,
  onSave,
  onClose,
}: RestrictedDialogProps & { source: NonNullable<RestrictedDialogProps["source"]> }) {
  const { t } = useTranslation("project");
  const [role, setRole] = useState(source.role);
  const consequence =
    role === source.role ? null : role === null ? "removed" : source.role === null ? "readNext" : null;
  return (
    <>
      <DialogBody>
        <RestrictedChoice value={role} isBusy={isBusy} onChange={setRole} />
        {consequence && <p>{t(`restricted.choose.${consequence}`)}</p>}
        {failure !== undefined && (
          <Callout intent="danger" compact role="alert">
            {failure}
          </Callout>
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button variant="minimal" text={t("access.cancel")} disabled={isBusy} onClick={onClose} />
            <Button
              intent="primary"
              text={t("restricted.choose.save")}
              loading={isBusy}
              onClick={() => {
                if (role === source.role) onClose();
                else onSave(role);
              }}
            />
          </>
        }
      />
    </>
  );
}
