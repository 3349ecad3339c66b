import { useState } from "react";
import { TEXT_LIMITS } from "../../../contract/constants.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { FormDialog } from "../patterns/FormDialog.tsx";
import { FormField } from "../patterns/FormField.tsx";
import { InputGroup } from "../ui/InputGroup.ts";

export interface RenameDialogProps {
  source: { readonly name: string };
  isBusy?: boolean;
  /** Why the server refused the name. */
  errors?: readonly string[] | undefined;
  /** Why the request failed otherwise. */
  failure?: string | undefined;
  onSave: (name: string) => void;
  onClose: () => void;
}

/** Another name for a source, which distinguishes it from one of the same folder or repository name. */
export function RenameDialog({ source, isBusy = false, errors = [], failure, onSave, onClose }: RenameDialogProps) {
  const { t, format } = useTranslation("project");
  const [text, setText] = useState(source.name);
  const name = text.trim();
  const isTooLong = name.length > TEXT_LIMITS.name;
  const faults = isTooLong ? [t("rename.tooLong", { max: format.number(TEXT_LIMITS.name) })] : [];
  return (
    <FormDialog
      title={t("rename.title", { name: source.name })}
      draft={text}
      action={t("rename.save")}
      canSubmit={name !== ""}
      faults={{ name: faults }}
      alert={failure}
      isBusy={isBusy}
      onSubmit={() => onSave(name)}
      onClose={onClose}
    >
      {({ errorsOf }) => (
        <FormField label={t("rename.label")} help={t("rename.help")} errors={[...(errorsOf("name") ?? []), ...errors]}>
          {(control) => (
            <InputGroup
              {...control}
              name="name"
              autoComplete="off"
              value={text}
              disabled={isBusy}
              onValueChange={setText}
            />
          )}
        </FormField>
      )}
    </FormDialog>
  );
}
