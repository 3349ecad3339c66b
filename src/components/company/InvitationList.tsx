import type { Invitation } from "../../../contract/access/companies.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { ActionRow } from "../patterns/ActionRow.tsx";
import { NameLines } from "../patterns/NameLines.tsx";
import { useNow } from "../ui/Clock.ts";
import { Button } from "../ui/Button.tsx";
import { Tag } from "../ui/Tag.tsx";
import { Text } from "../ui/Text.tsx";

export interface InvitationListProps {
  invitations: readonly Invitation[];
  /** Ids of those that are being sent again. */
  resending?: readonly string[];
  /** Ids of those that are being revoked. */
  revoking?: readonly string[];
  onResend: (invitation: Invitation) => void;
  onRevoke: (invitation: Invitation) => void;
}

/** Pending invitations. An expired one can be resent or revoked. */
export function InvitationList({
  invitations,
  resending = [],
  revoking = [],
  onResend,
  onRevoke,
}: InvitationListProps) {
  const { t, format } = useTranslation("settings");
  const states = useTranslation("states");
  const now = useNow();
  return (
    <ul aria-label={t("company.invitations")}>
      {invitations.map((invitation) => {
        const { id, role, expires_at } = invitation;
        // The invitation that a new installation prints has no address: anyone with the link can use it.
        const email = invitation.email || t("company.anybody");
        const ends = Date.parse(expires_at);
        const isExpired = ends <= now;
        return (
          <ActionRow
            key={id}
            fact={<span>{states.t(`roles.${role}`)}</span>}
            actions={
              <>
                <Button
                  size="small"
                  variant="outlined"
                  text={t("company.resend")}
                  aria-label={t("company.resendTo", { email })}
                  loading={resending.includes(id)}
                  disabled={revoking.includes(id) || invitation.email === ""}
                  onClick={() => onResend(invitation)}
                />
                <Button
                  size="small"
                  variant="minimal"
                  text={t("company.revoke")}
                  aria-label={t("company.revokeOf", { email })}
                  disabled={resending.includes(id) || revoking.includes(id)}
                  onClick={() => onRevoke(invitation)}
                />
              </>
            }
          >
            <NameLines
              name={
                <>
                  {email} {isExpired && <Tag intent="warning">{t("company.expired")}</Tag>}
                </>
              }
            >
              {!Number.isNaN(ends) && (
                <Text size="small" tone="muted" overflow="anywhere">
                  {t(isExpired ? "company.expiredOn" : "company.expires", { date: format.date(expires_at) })}
                </Text>
              )}
            </NameLines>
          </ActionRow>
        );
      })}
    </ul>
  );
}
