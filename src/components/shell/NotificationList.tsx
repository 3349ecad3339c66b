import type { Notification, SyncEventData } from "../../../contract/notifications.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { SyncBar } from "../sources/SyncBar.tsx";
import styles from "./NotificationBell.module.css";

export interface NotificationListProps {
  /** Newest first. */
  queue: readonly Notification[];
  /** Sources that are being synced now. */
  running: readonly SyncEventData[];
}

/** The content of the bell's popover. */
export function NotificationList({ queue, running }: NotificationListProps) {
  const { t } = useTranslation("shell");
  return (
    <section className={styles.panel} aria-label={t("bell.title")}>
      <h2 className={styles.title}>{t("bell.title")}</h2>
      {running.length > 0 && (
        <div className={styles.running}>
          <h3 className={styles.subtitle}>{t("bell.syncing")}</h3>
          {running.map(({ project, source, sync }) => (
            <SyncBar key={source.id} name={t(`bell.syncName.${source.kind}`, { project })} sync={sync} />
          ))}
        </div>
      )}
      {queue.length === 0 && running.length === 0 && <p className={styles.empty}>{t("bell.empty")}</p>}
      <ul className={styles.list}>
        {queue.map(({ id, title, body, href, created_at }) => (
          <li key={id} className={styles.item}>
            {href ? <a href={href}>{title}</a> : <strong>{title}</strong>}
            {body && <p className={styles.body}>{body}</p>}
            <span className={styles.time}>
              <RelativeTime at={created_at} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
