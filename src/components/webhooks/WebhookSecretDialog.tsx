import { useTranslation } from "../../i18n/useTranslation.ts";
import { CopiedText } from "../patterns/CopiedText.tsx";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";

export interface WebhookSecretDialogProps {
  secret: { readonly name: string; readonly value: string };
  onCopy: (text: string) => Promise<boolean>;
  onClose: () => void;
}

/** The secret of a webhook, which is shown once. */
export function WebhookSecretDialog({ secret, onCopy, onClose }: WebhookSecretDialogProps) {
  const { t } = useTranslation("webhooks");
  const states = useTranslation("states");
  return (
    <Dialog
      isOpen
      title={t("secretTitle", { name: secret.name })}
      isDismissedOutside={false}
      actions={<Button text={t("close")} onClick={onClose} />}
      onClose={onClose}
    >
      <p>{t("secretText")}</p>
      <CopiedText text={secret.value} action={states.t("copy")} onCopy={onCopy} />
    </Dialog>
  );
}
