import { useState } from "react";
import { MAX_MARK_LENGTH } from "../../../contract/marks/markRules.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { FormDialog } from "../patterns/FormDialog.tsx";
import type { FormErrorInfo } from "../patterns/FormError.tsx";
import { TextField } from "../patterns/TextField.tsx";
import { useRequired } from "../patterns/useRequired.ts";

export interface AddMarkDialogProps {
  isBusy?: boolean;
  failure?: FormErrorInfo | null;
  onAdd: (text: string) => void;
  onClose: () => void;
}

/** Asks for the text of a mark. */
export function AddMarkDialog({ isBusy = false, failure = null, onAdd, onClose }: AddMarkDialogProps) {
  const { t } = useTranslation("marks");
  const required = useRequired();
  const [text, setText] = useState("");
  return (
    <FormDialog
      title={t("add")}
      size="small"
      draft={[text]}
      action={t("addAction")}
      faults={{ text: required(text) }}
      failure={failure}
      failureTitle={t("addFailed")}
      isBusy={isBusy}
      onSubmit={() => onAdd(text.trim())}
      onClose={onClose}
    >
      {({ errorsOf }) => (
        <TextField
          label={t("text")}
          help={t("textHint")}
          errors={errorsOf("text")}
          maxLength={MAX_MARK_LENGTH}
          isSpellChecked
          value={text}
          onChange={setText}
        />
      )}
    </FormDialog>
  );
}
