import type { ReactNode } from "react";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Button } from "../ui/Button.tsx";
import { useNow } from "../ui/Clock.ts";
import { ForeignText } from "../ui/ForeignText.tsx";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { Tag } from "../ui/Tag.tsx";
import { Text } from "../ui/Text.tsx";
import { ActionRow } from "./ActionRow.tsx";
import { NameLines } from "./NameLines.tsx";

export interface TokenRowProps {
  name: string;
  /** The beginning of the secret; empty where it is not known. */
  preview: string;
  tags?: ReactNode;
  /** ISO 8601; null: it does not expire. Omitted for a kind of token that never expires. */
  expiresAt?: string | null;
  /** ISO 8601; null: never. */
  lastUsedAt: string | null;
  /** From where and with which program it was used last. */
  lastUse?: string;
  /** What it opens and who created it: `Text` elements, each on a separate line. */
  children?: ReactNode;
  /** A line below the others, such as the result of a test. */
  result?: ReactNode;
  /** Buttons in front of Rotate and Revoke. */
  actions?: ReactNode;
  /** A new secret would not make an expired token valid: its row has no such button. */
  onRotate?: (() => void) | undefined;
  onRevoke: () => void;
}

/** A token in a list of tokens, without its secret. */
export function TokenRow({
  name,
  preview,
  tags,
  expiresAt,
  lastUsedAt,
  lastUse = "",
  children,
  result,
  actions,
  onRotate,
  onRevoke,
}: TokenRowProps) {
  const { t, format } = useTranslation("tokens");
  const now = useNow();
  const isExpired = expiresAt != null && Date.parse(expiresAt) <= now;
  return (
    <ActionRow
      wide="actions"
      actions={
        <>
          {actions}
          {onRotate && !isExpired && (
            <Button
              size="small"
              variant="minimal"
              text={t("rotate")}
              aria-label={t("rotateName", { name })}
              onClick={onRotate}
            />
          )}
          <Button
            size="small"
            variant="outlined"
            text={t("revoke")}
            aria-label={t("revokeName", { name })}
            onClick={onRevoke}
          />
        </>
      }
    >
      <NameLines
        name={
          <>
            <ForeignText text={name} /> {preview !== "" && <code>{preview}</code>} {tags}{" "}
            {isExpired && <Tag intent="warning">{t("expired")}</Tag>}
          </>
        }
      >
        {children}
        <Text size="small" tone="muted" overflow="anywhere">
          {expiresAt !== undefined && (
            <>
              {expiresAt === null ? t("noEnd") : t(isExpired ? "endedOn" : "endsOn", { date: format.date(expiresAt) })}
              {" · "}
            </>
          )}
          {lastUsedAt === null ? (
            t("neverUsed")
          ) : (
            <>
              {t("lastUsed")} <RelativeTime at={lastUsedAt} />
              {lastUse !== "" && ` · ${lastUse}`}
            </>
          )}
        </Text>
        {result}
      </NameLines>
    </ActionRow>
  );
}
