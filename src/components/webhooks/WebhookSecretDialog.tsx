import { useTranslation } from "../../i18n/useTranslation.ts";
import { Button } from "../ui/Button.tsx";
import { CopyButton } from "../ui/CopyButton.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { Inline } from "../ui/Inline.tsx";
import { Text } from "../ui/Text.tsx";

export interface WebhookSecretDialogProps {
  /** Null when the dialog is closed. */
  secret: { readonly name: string; readonly value: string } | null;
  onCopy: (text: string) => Promise<boolean>;
  onClose: () => void;
}

/** The secret of a webhook, which is shown once. */
export function WebhookSecretDialog({ secret, onCopy, onClose }: WebhookSecretDialogProps) {
  const { t } = useTranslation("webhooks");
  return (
    <Dialog
      isOpen={secret !== null}
      title={t("secretTitle", { name: secret?.name ?? "" })}
      isDismissedOutside={false}
      actions={<Button text={t("close")} onClick={onClose} />}
      onClose={onClose}
    >
      <p>{t("secretText")}</p>
      {secret && (
        <Inline>
          <Text as="code" overflow="anywhere">
            {secret.value}
          </Text>
          <CopyButton size="small" variant="minimal" text={t("copy")} onCopy={() => onCopy(secret.value)} />
        </Inline>
      )}
    </Dialog>
  );
}
