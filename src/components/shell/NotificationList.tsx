import type { ReactNode } from "react";
import type { Notification, SyncEventData } from "../../../contract/notices/notifications.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { SyncBar } from "../patterns/SyncBar.tsx";
import { Stack } from "../ui/Stack.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./NotificationBell.module.css";

export interface NotificationListProps {
  /** Newest first. */
  queue: readonly Notification[];
  /** Sources that are being synced now. */
  running: readonly SyncEventData[];
  /** Stored notices. */
  children?: ReactNode;
}

/** The content of the bell's popover. */
export function NotificationList({ queue, running, children }: NotificationListProps) {
  const { t } = useTranslation("shell");
  return (
    <section className={styles.panel} aria-label={t("bell.title")}>
      <h2 className={styles.title}>{t("bell.title")}</h2>
      {running.length > 0 && (
        <Stack gap={2}>
          <Text as="h3" size="small" weight="strong" tone="muted">
            {t("bell.syncing")}
          </Text>
          {running.map(({ project, source, sync }) => (
            <SyncBar key={source.id} name={t(`bell.syncName.${source.kind}`, { project })} sync={sync} />
          ))}
        </Stack>
      )}
      {children}
      {!children && queue.length === 0 && running.length === 0 && (
        <Text as="p" tone="muted">
          {t("bell.empty")}
        </Text>
      )}
      <Stack as="ul">
        {queue.map(({ id, title, body, href, created_at }) => (
          <li key={id} className={styles.item}>
            {href ? <a href={href}>{title}</a> : <strong>{title}</strong>}
            {body && (
              <Text as="p" tone="muted">
                {body}
              </Text>
            )}
            <Text size="small" tone="muted">
              <RelativeTime at={created_at} />
            </Text>
          </li>
        ))}
      </Stack>
    </section>
  );
}
