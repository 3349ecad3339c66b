import { Suspense, type ReactNode } from "react";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { PopoverButton } from "../ui/PopoverButton.tsx";
import { Icon } from "../ui/Icon.tsx";
import { NotificationsIcon } from "../ui/icons.ts";
import styles from "./NotificationBell.module.css";

export interface NotificationBellProps {
  unread: number;
  /** The list, which may be loaded on demand: it is opened rarely. */
  children: ReactNode;
  /** Called when the list opens: all messages then count as read. */
  onOpen: () => void;
}

/** A bell with the number of unread messages; it opens the list of messages and running syncs. */
export function NotificationBell({ unread, onOpen, children }: NotificationBellProps) {
  const { t, format } = useTranslation("shell");
  const shown = unread > 99 ? `${format.number(99)}+` : format.number(unread);
  const label = t("bell.open", { count: unread, shown });
  return (
    <PopoverButton
      label={t("bell.title")}
      placement="bottom-end"
      onOpened={onOpen}
      button={{
        "aria-label": label,
        title: label,
        children: (
          <span className={styles.bell}>
            <Icon of={NotificationsIcon} />
            {unread > 0 && (
              <span className={styles.count} aria-hidden="true">
                {shown}
              </span>
            )}
          </span>
        ),
      }}
      content={<Suspense fallback={<div className={styles.panel} />}>{children}</Suspense>}
    />
  );
}
