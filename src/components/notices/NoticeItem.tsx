import type { Notice } from "../../../contract/notices/notices.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { RowAction } from "../patterns/RowAction.tsx";
import { ForeignText } from "../ui/ForeignText.tsx";
import { TickIcon } from "../ui/icons.ts";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./NoticeItem.module.css";
import { useNoticeSentence } from "./useNoticeSentence.ts";

export interface NoticeItemProps {
  notice: Notice;
  href: string;
  /** Left out: there is no button. */
  onRead?: ((notice: Notice) => void) | undefined;
  /** Opening the link reads it. */
  onOpen?: ((notice: Notice) => void) | undefined;
}

/** A notice as a sentence that links to what it is about. */
export function NoticeItem({ notice, href, onRead, onOpen }: NoticeItemProps) {
  const { t } = useTranslation("notices");
  const sentence = useNoticeSentence()(notice);
  return (
    <li className={styles.item} data-read={notice.read || undefined}>
      <div className={styles.text}>
        <a href={href} onClick={() => onOpen?.(notice)}>
          <ForeignText text={sentence} />
        </a>
        <Text size="small" tone="muted">
          <RelativeTime at={notice.at} />
          {notice.resolved && ` · ${t("resolved")}`}
        </Text>
      </div>
      {!notice.read && onRead && (
        <RowAction icon={<TickIcon />} name={t("markReadName", { sentence })} onClick={() => onRead(notice)} />
      )}
    </li>
  );
}
