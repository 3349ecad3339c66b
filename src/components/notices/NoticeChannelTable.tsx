import type { Chat } from "../../../contract/notices/chatActionKinds.ts";
import { NOTICE_KINDS, type NoticeChannel, type NoticeKind } from "../../../contract/notices/noticeKinds.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Select } from "../ui/Select.tsx";
import { offeredChannels } from "./offeredChannels.ts";
import styles from "./NoticeChannelTable.module.css";

export interface NoticeChannelTableProps {
  channels: Readonly<Record<NoticeKind, NoticeChannel>>;
  /** Chats in which the reader has linked a user. */
  chats: readonly Chat[];
  onChange: (kind: NoticeKind, channel: NoticeChannel) => void;
}

/** How the reader is notified of each kind. */
export function NoticeChannelTable({ channels, chats, onChange }: NoticeChannelTableProps) {
  const { t } = useTranslation("notices");
  return (
    <ul className={styles.rows}>
      {NOTICE_KINDS.map((kind) => (
        <li key={kind} className={styles.row}>
          <span>{t(`kinds.${kind}`)}</span>
          <Select
            aria-label={t(`kinds.${kind}`)}
            value={channels[kind]}
            options={offeredChannels(chats, channels[kind]).map((value) => ({
              value,
              text: t(`settings.channel.${value}`),
            }))}
            onValueChange={(channel) => onChange(kind, channel)}
          />
        </li>
      ))}
    </ul>
  );
}
