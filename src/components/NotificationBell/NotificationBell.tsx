import { NotificationsIcon } from "@blueprintjs/icons";
import type { Notification, SyncEventData } from "../../../contract/notifications.ts";
import { useWords } from "../../i18n/useWords.ts";
import { MenuButton } from "../MenuButton/MenuButton.tsx";
import { RelativeTime } from "../RelativeTime/RelativeTime.tsx";
import { SyncBar } from "../SyncBar/SyncBar.tsx";
import styles from "./NotificationBell.module.css";

export interface NotificationBellProps {
  /** Newest first. */
  queue: readonly Notification[];
  /** Sources that are being synced now. */
  running: readonly SyncEventData[];
  unread: number;
  /** The list was opened, so all of it counts as read. */
  onOpen: () => void;
}

/** What has happened, and what is happening: a bell with the number of unread messages and their list. */
export function NotificationBell({ queue, running, unread, onOpen }: NotificationBellProps) {
  const { t, format } = useWords("shell");
  const shown = unread > 99 ? `${format.number(99)}+` : format.number(unread);
  const label = t("bell.open", { count: unread, shown });
  return (
    <MenuButton
      popup="dialog"
      placement="bottom-end"
      onOpened={onOpen}
      button={{
        "aria-label": label,
        title: label,
        children: (
          <span className={styles.bell}>
            <NotificationsIcon aria-hidden={true} />
            {unread > 0 && (
              <span className={styles.count} aria-hidden="true">
                {shown}
              </span>
            )}
          </span>
        ),
      }}
      content={
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
      }
    />
  );
}
