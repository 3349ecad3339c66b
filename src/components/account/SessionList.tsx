import type { Session } from "../../../contract/sessions.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { describeAgent } from "./describeAgent.ts";
import { Button } from "../ui/Button.ts";
import { Tag } from "../ui/Tag.ts";
import { Tooltip } from "../ui/Tooltip.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "../ui/RowList.module.css";

export interface SessionListProps {
  sessions: readonly Session[];
  /** Ids with a pending revocation. */
  busy?: readonly string[];
  onRevoke: (session: Session) => void;
}

/** Active sessions of the user. The session of this page has no button: the menu has its sign-out. */
export function SessionList({ sessions, busy = [], onRevoke }: SessionListProps) {
  const { t, format } = useTranslation("settings");
  return (
    <ul aria-label={t("sessions.title")}>
      {sessions.map((session) => {
        const { browser, system } = describeAgent(session.user_agent);
        const name =
          browser !== "" && system !== ""
            ? t("sessions.on", { browser, system })
            : browser || system || session.user_agent || t("sessions.unknown");
        return (
          <li key={session.id} className={styles.row}>
            <div className={styles.names}>
              <span className={styles.name}>
                {session.user_agent === "" || session.user_agent === name ? (
                  name
                ) : (
                  <Tooltip text={session.user_agent}>{name}</Tooltip>
                )}{" "}
                {session.current && (
                  <Tag minimal intent="success">
                    {t("sessions.current")}
                  </Tag>
                )}
              </span>
              <Text size="small" tone="muted" overflow="anywhere">
                {session.address !== "" && `${t("sessions.from", { address: session.address })} · `}
                {t("sessions.since", { date: format.date(session.created_at) })}
              </Text>
            </div>
            <Text size="small" tone="muted" overflow="anywhere">
              <RelativeTime at={session.last_used_at} />
            </Text>
            <div className={styles.actions}>
              {!session.current && (
                <Button
                  size="small"
                  variant="outlined"
                  text={t("sessions.end")}
                  aria-label={t("sessions.endOf", { name })}
                  loading={busy.includes(session.id)}
                  onClick={() => onRevoke(session)}
                />
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
