import { lazy, Suspense } from "react";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { MenuButton } from "../ui/MenuButton.tsx";
import type { NotificationListProps } from "./NotificationList.tsx";
import { NotificationsIcon } from "../ui/icons.ts";
import styles from "./NotificationBell.module.css";

export interface NotificationBellProps extends NotificationListProps {
  unread: number;
  /** Called when the list opens: all messages then count as read. */
  onOpen: () => void;
}

/** Loaded on demand: the list is opened rarely. */
const NotificationList = lazy(async () => ({ default: (await import("./NotificationList.tsx")).NotificationList }));

/** A bell with the number of unread messages; it opens the list of messages and running syncs. */
export function NotificationBell({ queue, running, unread, onOpen }: NotificationBellProps) {
  const { t, format } = useTranslation("shell");
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
        <Suspense fallback={<div className={styles.panel} />}>
          <NotificationList queue={queue} running={running} />
        </Suspense>
      }
    />
  );
}
