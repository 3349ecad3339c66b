import { useRef, useState } from "react";
import type { NewAuthenticatorApp } from "../../../contract/access/secondFactors.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { CodeField } from "../patterns/CodeField.tsx";
import { FormDialog } from "../patterns/FormDialog.tsx";
import { FormError, type FormErrorInfo } from "../patterns/FormError.tsx";
import { useRequired } from "../patterns/useRequired.ts";
import { CopyButton } from "../ui/CopyButton.tsx";
import { Stack } from "../ui/Stack.tsx";
import { Text } from "../ui/Text.tsx";
import { QrCode } from "./QrCode.tsx";
import styles from "./AuthenticatorAppDialog.module.css";

export interface AuthenticatorAppDialogProps {
  app: NewAuthenticatorApp;
  isBusy?: boolean;
  failure?: FormErrorInfo | null;
  onCopy: (text: string) => Promise<boolean>;
  onConfirm: (code: string) => void;
  onCancel: () => void;
}

/** The key of a new authenticator app, as a picture and as a text, and the first code of the app. */
export function AuthenticatorAppDialog({
  app,
  isBusy = false,
  failure = null,
  onCopy,
  onConfirm,
  onCancel,
}: AuthenticatorAppDialogProps) {
  const { t } = useTranslation("secondFactors");
  const required = useRequired();
  const [code, setCode] = useState("");
  const field = useRef<HTMLInputElement>(null);
  return (
    <FormDialog
      title={t("app.add")}
      initialFocus={field}
      draft={code}
      action={t("app.confirm")}
      faults={{ code: required(code) }}
      failure={failure}
      isBusy={isBusy}
      onSubmit={() => onConfirm(code.trim())}
      onClose={onCancel}
    >
      {({ errorsOf }) => (
        <>
          <Text as="p">{t("app.dialogText")}</Text>
          <QrCode text={app.uri} label={t("app.picture")} />
          <Stack gap={1}>
            <span>{t("app.key")}</span>
            <code className={styles.key}>{app.secret.match(/.{1,4}/g)?.join(" ")}</code>
            <div>
              <CopyButton size="small" variant="outlined" text={t("app.copyKey")} onCopy={() => onCopy(app.secret)} />
            </div>
          </Stack>
          <FormError title={t("changeFailed")} failure={failure} shownFields={["code"]} />
          <CodeField label={t("app.code")} errors={errorsOf("code")} inputRef={field} value={code} onChange={setCode} />
        </>
      )}
    </FormDialog>
  );
}
