import type { Passkey } from "../../../contract/access/secondFactors.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { ActionRow } from "../patterns/ActionRow.tsx";
import { NameLines } from "../patterns/NameLines.tsx";
import { Button } from "../ui/Button.tsx";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { Tag } from "../ui/Tag.tsx";
import { Text } from "../ui/Text.tsx";

export interface PasskeyListProps {
  passkeys: readonly Passkey[];
  /** Ids with a pending removal. */
  busy?: readonly string[];
  onRemove: (passkey: Passkey) => void;
}

/** The passkeys of the user, each with its last use. */
export function PasskeyList({ passkeys, busy = [], onRemove }: PasskeyListProps) {
  const { t, format } = useTranslation("secondFactors");
  return (
    <ul aria-label={t("passkeys.title")}>
      {passkeys.map((passkey) => (
        <ActionRow
          key={passkey.id}
          actions={
            <Button
              size="small"
              variant="outlined"
              text={t("passkeys.remove")}
              aria-label={t("passkeys.removeName", { name: passkey.name })}
              loading={busy.includes(passkey.id)}
              onClick={() => onRemove(passkey)}
            />
          }
        >
          <NameLines
            name={
              <>
                {passkey.name} {passkey.is_synced && <Tag>{t("passkeys.synced")}</Tag>}
              </>
            }
          >
            <Text size="small" tone="muted" overflow="anywhere">
              {t("passkeys.since", { date: format.date(passkey.created_at) })}
              {" · "}
              {passkey.last_used_at === null ? (
                t("passkeys.neverUsed")
              ) : (
                <>
                  {t("passkeys.used")} <RelativeTime at={passkey.last_used_at} />
                </>
              )}
            </Text>
          </NameLines>
        </ActionRow>
      ))}
    </ul>
  );
}
