import { useTranslation } from "../../i18n/useTranslation.ts";
import { Button } from "../ui/Button.tsx";
import { TrashIcon } from "../ui/icons.ts";
import { Text } from "../ui/Text.tsx";
import { Stack } from "../ui/Stack.tsx";
import styles from "./ProjectNameForm.module.css";

export interface ProjectWebhooksProps {
  /** Sources that have a webhook. */
  webhooks: readonly { readonly id: string; readonly name: string }[];
  /** Why the reader may not remove them; undefined: allowed. */
  refusal?: string | undefined;
  onRemove: (id: string) => void;
}

export function ProjectWebhooks({ webhooks, refusal, onRemove }: ProjectWebhooksProps) {
  const { t } = useTranslation("project");
  if (webhooks.length === 0)
    return (
      <Text as="p" tone="muted" className={styles.text}>
        {t("settings.webhooksNone")}
      </Text>
    );
  return (
    <>
      <Text as="p" tone="muted" className={styles.text}>
        {refusal ?? t("settings.webhooksText")}
      </Text>
      <Stack as="ul" gap={2} aria-label={t("settings.webhooksTitle")}>
        {webhooks.map(({ id, name }) => (
          <li key={id} className={styles.webhook}>
            <span className={styles.grow}>{name}</span>
            <Button
              size="small"
              variant="outlined"
              icon={<TrashIcon />}
              text={t("settings.webhookRemove")}
              aria-label={`${t("settings.webhookRemove")}: ${name}`}
              disabled={refusal !== undefined}
              onClick={() => onRemove(id)}
            />
          </li>
        ))}
      </Stack>
    </>
  );
}
