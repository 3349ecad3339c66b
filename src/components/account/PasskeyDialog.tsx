import { useRef, useState } from "react";
import { TEXT_LIMITS } from "../../../contract/constants.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { FormDialog } from "../patterns/FormDialog.tsx";
import { FormError, type FormErrorInfo } from "../patterns/FormError.tsx";
import { TextField } from "../patterns/TextField.tsx";
import { useRequired } from "../patterns/useRequired.ts";
import { Text } from "../ui/Text.tsx";

export interface PasskeyDialogProps {
  /** A name to begin with: the browser and the system. */
  name: string;
  isBusy?: boolean;
  failure?: FormErrorInfo | null;
  onAdd: (name: string) => void;
  onCancel: () => void;
}

/** The name of a new passkey, before the browser creates it. */
export function PasskeyDialog({ name, isBusy = false, failure = null, onAdd, onCancel }: PasskeyDialogProps) {
  const { t } = useTranslation("secondFactors");
  const required = useRequired();
  const [text, setText] = useState(name);
  const field = useRef<HTMLInputElement>(null);
  return (
    <FormDialog
      title={t("passkeys.addTitle")}
      size="small"
      initialFocus={field}
      draft={text}
      action={t("passkeys.add")}
      faults={{ name: required(text) }}
      failure={failure}
      isBusy={isBusy}
      onSubmit={() => onAdd(text.trim())}
      onClose={onCancel}
    >
      {({ errorsOf }) => (
        <>
          <Text as="p">{t("passkeys.addText")}</Text>
          <FormError title={t("passkeys.addFailed")} failure={failure} shownFields={["name"]} />
          <TextField
            name="name"
            label={t("passkeys.name")}
            help={t("passkeys.nameHelp")}
            errors={errorsOf("name")}
            inputRef={field}
            maxLength={TEXT_LIMITS.name}
            isSpellChecked
            value={text}
            onChange={setText}
          />
        </>
      )}
    </FormDialog>
  );
}
