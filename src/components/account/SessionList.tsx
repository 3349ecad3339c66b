import { describeAgent } from "../../../contract/describeAgent.ts";
import type { Session } from "../../../contract/access/sessions.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { ActionRow } from "../patterns/ActionRow.tsx";
import { NameLines } from "../patterns/NameLines.tsx";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { Button } from "../ui/Button.tsx";
import { Tag } from "../ui/Tag.tsx";
import { Tooltip } from "../ui/Tooltip.tsx";
import { Text } from "../ui/Text.tsx";

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
          <ActionRow
            key={session.id}
            fact={
              <Text size="small" tone="muted" overflow="anywhere">
                <RelativeTime at={session.last_used_at} />
              </Text>
            }
            actions={
              !session.current && (
                <Button
                  size="small"
                  variant="outlined"
                  text={t("sessions.end")}
                  aria-label={t("sessions.endOf", { name })}
                  loading={busy.includes(session.id)}
                  onClick={() => onRevoke(session)}
                />
              )
            }
          >
            <NameLines
              name={
                <>
                  {session.user_agent === "" || session.user_agent === name ? (
                    name
                  ) : (
                    <Tooltip text={session.user_agent}>{name}</Tooltip>
                  )}{" "}
                  {session.current && <Tag intent="success">{t("sessions.current")}</Tag>}
                </>
              }
            >
              <Text size="small" tone="muted" overflow="anywhere">
                {session.address !== "" && `${t("sessions.from", { address: session.address })} · `}
                {t("sessions.since", { date: format.date(session.created_at) })}
              </Text>
              {session.refused_at !== null && (
                <Text size="small" tone="danger" overflow="anywhere">
                  {t("sessions.refused", { date: format.date(session.refused_at) })}
                </Text>
              )}
            </NameLines>
          </ActionRow>
        );
      })}
    </ul>
  );
}
