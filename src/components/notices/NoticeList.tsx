import { Fragment } from "react";
import type { Notice } from "../../../contract/notices/notices.ts";
import { daysAgo, noticeGroups } from "../../domain/noticeGroups.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useNow } from "../ui/Clock.ts";
import { Text } from "../ui/Text.tsx";
import { NoticeItem, type NoticeItemProps } from "./NoticeItem.tsx";
import styles from "./NoticeList.module.css";

export interface NoticeListProps extends Pick<NoticeItemProps, "onRead" | "onOpen"> {
  /** In the order of the list: the newest first. */
  notices: readonly Notice[];
  hrefOf: (notice: Notice) => string;
  /** Level of the headings of the groups. */
  headingLevel?: 2 | 3 | 4;
}

/** Notices under headings of their day and project. */
export function NoticeList({ notices, hrefOf, headingLevel = 3, onRead, onOpen }: NoticeListProps) {
  const { t, format } = useTranslation("notices");
  const now = useNow();
  const dayName = (day: string): string => {
    const days = daysAgo(day, now);
    // Midnight of the local day.
    return days === 0 ? t("today") : days === 1 ? t("yesterday") : format.date(`${day}T00:00:00`);
  };
  return (
    <div>
      {noticeGroups(notices).map(({ day, project, notices: own }) => (
        <Fragment key={`${day} ${project ?? ""}`}>
          <Text as={`h${headingLevel}`} size="small" weight="strong" tone="muted" className={styles.day}>
            {`${dayName(day)} · ${project ?? t("company")}`}
          </Text>
          <ul className={styles.list}>
            {own.map((notice) => (
              <NoticeItem key={notice.id} notice={notice} href={hrefOf(notice)} onRead={onRead} onOpen={onOpen} />
            ))}
          </ul>
        </Fragment>
      ))}
    </div>
  );
}
