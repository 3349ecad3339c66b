import type { Chat } from "../../../contract/notices/chatActionKinds.ts";
import type { NoticeChannel } from "../../../contract/notices/noticeKinds.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Select } from "../ui/Select.tsx";
import { Text } from "../ui/Text.tsx";
import { offeredChannels } from "./offeredChannels.ts";
import styles from "./NoticeChannelTable.module.css";

/** A way for all kinds in a project, or mentions alone in the way that is chosen for them above. */
export type ProjectNotices = NoticeChannel | "mentions";

export interface NoticeProjectListProps {
  projects: readonly { readonly slug: string; readonly name: string }[];
  /** By slug; a project without one follows the choices of the kinds. */
  channels: Readonly<Record<string, ProjectNotices | undefined>>;
  /** Chats in which the reader has linked a user. */
  chats: readonly Chat[];
  onChange: (slug: string, channel: ProjectNotices | null) => void;
}

const AS_ABOVE = "as-above";

/** How the reader is notified of all that happens in a project. */
export function NoticeProjectList({ projects, channels, chats, onChange }: NoticeProjectListProps) {
  const { t } = useTranslation("notices");
  if (projects.length === 0) {
    return (
      <Text as="p" tone="muted">
        {t("settings.noProjects")}
      </Text>
    );
  }
  return (
    <ul className={styles.rows}>
      {projects.map(({ slug, name }) => (
        <li key={slug} className={styles.row}>
          <span>{name}</span>
          <Select<ProjectNotices | typeof AS_ABOVE>
            aria-label={name}
            value={channels[slug] ?? AS_ABOVE}
            options={[
              { value: AS_ABOVE, text: t("settings.asAbove") },
              { value: "mentions", text: t("settings.onlyMentions") },
              ...offeredChannels(chats, channels[slug]).map((value) => ({
                value,
                text: t(`settings.channel.${value}`),
              })),
            ]}
            onValueChange={(channel) => onChange(slug, channel === AS_ABOVE ? null : channel)}
          />
        </li>
      ))}
    </ul>
  );
}
