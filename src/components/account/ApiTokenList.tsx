import type { ApiToken } from "../../../contract/apiTokens.ts";
import { describeAgent } from "../../../contract/describeAgent.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { ActionRow } from "../patterns/ActionRow.tsx";
import { NameLines } from "../patterns/NameLines.tsx";
import { Button } from "../ui/Button.tsx";
import { useNow } from "../ui/Clock.ts";
import { Tag } from "../ui/Tag.tsx";
import { Text } from "../ui/Text.tsx";

export interface ApiTokenListProps {
  tokens: readonly ApiToken[];
  /** Names of projects by their slug. */
  projectNames: Readonly<Record<string, string>>;
  onRotate: (token: ApiToken) => void;
  onRevoke: (token: ApiToken) => void;
}

/** The personal API tokens of the user, without their secrets. */
export function ApiTokenList({ tokens, projectNames, onRotate, onRevoke }: ApiTokenListProps) {
  const { t } = useTranslation("access");
  const { t: shared, format } = useTranslation("settings");
  const now = useNow();
  return (
    <ul aria-label={t("tokens.title")}>
      {tokens.map((token) => {
        const isExpired = Date.parse(token.expires_at) <= now;
        return (
          <ActionRow
            key={token.id}
            wide="actions"
            actions={
              <>
                {!isExpired && (
                  <Button
                    size="small"
                    variant="minimal"
                    text={shared("mcp.rotate")}
                    aria-label={shared("mcp.rotateName", { name: token.name })}
                    onClick={() => onRotate(token)}
                  />
                )}
                <Button
                  size="small"
                  variant="outlined"
                  text={shared("mcp.revoke")}
                  aria-label={shared("mcp.revokeName", { name: token.name })}
                  onClick={() => onRevoke(token)}
                />
              </>
            }
          >
            <NameLines
              name={
                <>
                  {token.name} <code>{token.preview}</code> <Tag>{t(`tokens.scopes.${token.scope}`)}</Tag>{" "}
                  {isExpired && <Tag intent="warning">{shared("mcp.expired")}</Tag>}
                </>
              }
            >
              <Text size="small" tone="muted" overflow="anywhere">
                {token.projects === null
                  ? t("tokens.everyProject")
                  : format.list(token.projects.map((slug) => projectNames[slug] ?? slug))}
              </Text>
              <Text size="small" tone="muted" overflow="anywhere">
                {shared(isExpired ? "mcp.endedOn" : "mcp.endsOn", { date: format.date(token.expires_at) })}
                {" · "}
                <LastUse token={token} now={now} />
              </Text>
            </NameLines>
          </ActionRow>
        );
      })}
    </ul>
  );
}

/** When, from where and with which program a token was used last. */
function LastUse({
  token: { last_used_at: used, last_address: address, last_client: agent },
  now,
}: {
  token: ApiToken;
  now: number;
}) {
  const { t } = useTranslation("access");
  const { t: shared, format } = useTranslation("settings");
  if (used === null) return <>{shared("mcp.neverUsed")}</>;
  const when = format.relative(used, now);
  if (address === "") return <>{shared("mcp.lastUsed", { when })}</>;
  const client = describeAgent(agent).browser || agent;
  return (
    <>
      {client === ""
        ? t("tokens.lastUsedFrom", { when, address })
        : t("tokens.lastUsedWith", { when, address, client })}
    </>
  );
}
