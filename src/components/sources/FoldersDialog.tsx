import { useState } from "react";
import { parseFolders } from "../../domain/sourceDraft.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { FormErrorInfo } from "../patterns/FormError.tsx";
import { FormDialog } from "../patterns/FormDialog.tsx";
import { Text } from "../ui/Text.tsx";
import { FoldersField } from "./FoldersField.tsx";

export interface FoldersDialogProps {
  /** Name of the repository. */
  name: string;
  /** The present ones; none: it is read whole. */
  folders: readonly string[];
  isBusy?: boolean;
  failure?: FormErrorInfo | null;
  onSave: (folders: readonly string[]) => void;
  onClose: () => void;
}

/** Which folders of a linked repository its project is limited to. */
export function FoldersDialog({ name, folders, isBusy = false, failure = null, onSave, onClose }: FoldersDialogProps) {
  const { t } = useTranslation("folders");
  const [text, setText] = useState(folders.join("\n"));
  return (
    <FormDialog
      title={t("title", { name })}
      draft={text}
      action={t("save")}
      faults={{ folders: null }}
      failure={failure}
      alert={failure?.fields?.["folders"] ? undefined : failure?.text}
      isBusy={isBusy}
      onSubmit={() => onSave(parseFolders(text))}
      onClose={onClose}
    >
      {({ errorsOf }) => (
        <>
          <FoldersField value={text} isBusy={isBusy} errors={errorsOf("folders")} onChange={setText} />
          <Text as="p" size="small" tone="muted">
            {t("rebuilt")}
          </Text>
        </>
      )}
    </FormDialog>
  );
}
