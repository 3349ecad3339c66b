import type { PersonKnowledge } from "../../../contract/people/personPage.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { isBusyNow } from "../../domain/isBusyNow.ts";
import { Inline } from "../ui/Inline.tsx";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { Tag } from "../ui/Tag.tsx";
import { Text } from "../ui/Text.tsx";

export interface PersonPresenceProps {
  knowledge: Pick<PersonKnowledge, "presence" | "last_active_at" | "availability">;
}

/** Whether a person is still there, by their work and by their calendar. */
export function PersonPresence({ knowledge: { presence, last_active_at, availability } }: PersonPresenceProps) {
  const { t } = useTranslation("persons");
  const { t: tExperts } = useTranslation("experts");
  return (
    <Inline gap={2}>
      {presence === null ? (
        <Text tone="muted">{t("presence.noHistory")}</Text>
      ) : (
        <Tag intent={presence === "active" ? "success" : "warning"}>
          {presence === "active" ? t("presence.active") : tExperts(`presence.${presence}`)}
        </Tag>
      )}
      {last_active_at !== null && (
        <Text tone="muted">
          {t("presence.lastActive")} <RelativeTime at={last_active_at} />
        </Text>
      )}
      {availability !== null && <Text>{tExperts(isBusyNow(availability) ? "busy" : "free")}</Text>}
    </Inline>
  );
}
