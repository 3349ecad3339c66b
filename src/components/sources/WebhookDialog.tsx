import type { NewWebhook } from "../../../contract/sources/sources.ts";
import { isLoopback } from "../../domain/webAddress.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { CopyButton } from "../ui/CopyButton.tsx";
import { Button } from "../ui/Button.tsx";
import { Callout } from "../ui/Callout.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { Text } from "../ui/Text.tsx";
import { Stack } from "../ui/Stack.tsx";
import styles from "./WebhookDialog.module.css";

export interface WebhookDialogProps {
  /** Null while it is created. */
  webhook: NewWebhook | null;
  /** Name of the source. */
  name: string;
  failure?: string | undefined;
  onCopy: (text: string) => Promise<boolean>;
  onClose: () => void;
}

/** Values for the host's webhook form. The secret is shown once. */
export function WebhookDialog({ webhook, name, failure, onCopy, onClose }: WebhookDialogProps) {
  const { t } = useTranslation("project");
  return (
    <Dialog
      isOpen
      title={t("webhook.title", { name })}
      failure={failure}
      actions={<Button text={t("webhook.close")} onClick={onClose} />}
      onClose={onClose}
    >
      {webhook && (
        <>
          <p>{t("webhook.text")}</p>
          {isLoopback(webhook.url) && (
            <Callout intent="warning" role="note">
              {t("webhook.unreachable")}
            </Callout>
          )}
          <Stack as="dl">
            {(["url", "secret"] as const).map((part) => (
              <div key={part} className={styles.value}>
                <Text as="dt" size="small" tone="muted">
                  {t(`webhook.${part}`)}
                </Text>
                <dd>
                  <Text as="code" overflow="anywhere">
                    {webhook[part]}
                  </Text>
                  <CopyButton
                    size="small"
                    variant="minimal"
                    text={t(`webhook.copy.${part}`)}
                    onCopy={() => onCopy(webhook[part])}
                  />
                </dd>
              </div>
            ))}
            <div className={styles.value}>
              <Text as="dt" size="small" tone="muted">
                {t("webhook.events")}
              </Text>
              <dd>{webhook.events.join(", ")}</dd>
            </div>
          </Stack>
        </>
      )}
    </Dialog>
  );
}
