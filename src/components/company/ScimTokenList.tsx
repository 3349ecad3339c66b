import type { DirectoryToken } from "../../../contract/directory.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { ActionRow } from "../patterns/ActionRow.tsx";
import { NameLines } from "../patterns/NameLines.tsx";
import { Button } from "../ui/Button.tsx";
import { useNow } from "../ui/Clock.ts";
import { Tag } from "../ui/Tag.tsx";
import { Text } from "../ui/Text.tsx";

export interface ScimTokenListProps {
  tokens: readonly DirectoryToken[];
  onRevoke: (token: DirectoryToken) => void;
}

/** The tokens of the company's directory, without their secrets. */
export function ScimTokenList({ tokens, onRevoke }: ScimTokenListProps) {
  const { t } = useTranslation("directory");
  const { t: shared, format } = useTranslation("settings");
  const now = useNow();
  return (
    <ul aria-label={t("tokens")}>
      {tokens.map((token) => {
        const isExpired = Date.parse(token.expires_at) <= now;
        const used =
          token.last_used_at === null
            ? shared("mcp.neverUsed")
            : shared("mcp.lastUsed", { when: format.relative(token.last_used_at, now) });
        return (
          <ActionRow
            key={token.id}
            wide="actions"
            actions={
              <Button
                size="small"
                variant="outlined"
                text={shared("mcp.revoke")}
                aria-label={shared("mcp.revokeName", { name: token.name })}
                onClick={() => onRevoke(token)}
              />
            }
          >
            <NameLines
              name={
                <>
                  {token.name} <code>{token.preview}</code>{" "}
                  {isExpired && <Tag intent="warning">{shared("mcp.expired")}</Tag>}
                </>
              }
            >
              <Text size="small" tone="muted" overflow="anywhere">
                {t("createdBy", { name: token.created_by })}
              </Text>
              <Text size="small" tone="muted" overflow="anywhere">
                {shared(isExpired ? "mcp.endedOn" : "mcp.endsOn", { date: format.date(token.expires_at) })}
                {" · "}
                {[used, token.last_address, token.last_client].filter((part) => part !== "").join(" · ")}
              </Text>
            </NameLines>
          </ActionRow>
        );
      })}
    </ul>
  );
}
