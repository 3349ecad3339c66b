import { useId, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { FormDialog } from "../patterns/FormDialog.tsx";
import { FormError, type FormErrorInfo } from "../patterns/FormError.tsx";
import { CodeField } from "../patterns/CodeField.tsx";
import { useRequired } from "../patterns/useRequired.ts";

export interface CodeDialogProps {
  isBusy?: boolean;
  failure?: FormErrorInfo | null;
  /** The element that had the focus before. */
  opener?: HTMLElement | null;
  /** Buttons for other ways to confirm. */
  alternatives?: ReactNode;
  onConfirm: (code: string) => void;
  onCancel: () => void;
}

/** Asks for a code of the authenticator app in place of the password. */
export function CodeDialog({
  isBusy = false,
  failure = null,
  opener = null,
  alternatives,
  onConfirm,
  onCancel,
}: CodeDialogProps) {
  const { t } = useTranslation("secondFactors");
  const required = useRequired();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState("");
  return (
    <FormDialog
      title={t("confirm.codeTitle")}
      size="small"
      isCloseButtonShown={false}
      aria-describedby={`${id}text`}
      initialFocus={field}
      opener={opener}
      draft={null}
      action={t("step.continue")}
      className={null}
      faults={{ code: required(code) }}
      failure={failure}
      isBusy={isBusy}
      onSubmit={() => onConfirm(code.trim())}
      onClose={onCancel}
    >
      {({ errorsOf }) => (
        <>
          <p id={`${id}text`}>{t("confirm.codeText")}</p>
          <FormError title={t("confirm.failed")} failure={failure} shownFields={["code"]} />
          <CodeField
            label={t("step.code")}
            errors={errorsOf("code")}
            inputRef={field}
            value={code}
            onChange={setCode}
          />
          {alternatives}
        </>
      )}
    </FormDialog>
  );
}
