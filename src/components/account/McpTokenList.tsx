import type { McpToken, McpTokenTest, McpUsage } from "../../../contract/users.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { ActionRow } from "../patterns/ActionRow.tsx";
import { NameLines } from "../patterns/NameLines.tsx";
import { useNow } from "../ui/Clock.ts";
import { Text } from "../ui/Text.tsx";
import { Button } from "../ui/Button.tsx";
import { Tag } from "../ui/Tag.tsx";
import { ForeignText } from "../ui/ForeignText.tsx";

export interface McpTokenListProps {
  tokens: readonly McpToken[];
  /** Names of projects by their slug. */
  projectNames: Readonly<Record<string, string>>;
  /** Results of the tokens that were tested, by their ids. */
  checks?: Readonly<Record<string, TokenCheck>>;
  onTest: (token: McpToken) => void;
  onRotate: (token: McpToken) => void;
  onRevoke: (token: McpToken) => void;
}

export interface TokenCheck {
  readonly isBusy: boolean;
  /** Null while the request is in flight, and after a failure. */
  readonly test: McpTokenTest | null;
  readonly usage: Pick<McpUsage, "calls" | "tokens" | "errors"> | null;
  readonly failure: string | null;
}

/** The tokens of agents and editors, without their secrets. */
export function McpTokenList({ tokens, projectNames, checks = {}, onTest, onRotate, onRevoke }: McpTokenListProps) {
  const { t, format } = useTranslation("settings");
  const now = useNow();
  return (
    <ul aria-label={t("mcp.title")}>
      {tokens.map((token) => {
        const check = checks[token.id];
        const isExpired = token.expires_at !== null && Date.parse(token.expires_at) <= now;
        return (
          <ActionRow
            key={token.id}
            wide="actions"
            actions={
              <>
                <Button
                  size="small"
                  variant="minimal"
                  text={t("mcp.test")}
                  aria-label={t("mcp.testName", { name: token.name })}
                  loading={check?.isBusy === true}
                  onClick={() => onTest(token)}
                />
                {!isExpired && token.client === null && (
                  <Button
                    size="small"
                    variant="minimal"
                    text={t("mcp.rotate")}
                    aria-label={t("mcp.rotateName", { name: token.name })}
                    onClick={() => onRotate(token)}
                  />
                )}
                <Button
                  size="small"
                  variant="outlined"
                  text={t("mcp.revoke")}
                  aria-label={t("mcp.revokeName", { name: token.name })}
                  onClick={() => onRevoke(token)}
                />
              </>
            }
          >
            <NameLines
              name={
                <>
                  <ForeignText text={token.name} /> {token.preview !== "" && <code>{token.preview}</code>}{" "}
                  {token.writes && <Tag>{t("mcp.writesTag")}</Tag>}{" "}
                  {isExpired && <Tag intent="warning">{t("mcp.expired")}</Tag>}
                </>
              }
            >
              <Text size="small" tone="muted" overflow="anywhere">
                {format.list(token.projects.map((slug) => projectNames[slug] ?? slug))}
              </Text>
              <Text size="small" tone="muted" overflow="anywhere">
                {token.expires_at === null
                  ? t("mcp.noEnd")
                  : t(isExpired ? "mcp.endedOn" : "mcp.endsOn", { date: format.date(token.expires_at) })}
                {" · "}
                {token.last_used_at === null
                  ? t("mcp.neverUsed")
                  : t("mcp.lastUsed", { when: format.relative(token.last_used_at, now) })}
              </Text>
              {token.client && (
                <Text size="small" tone="muted" overflow="anywhere">
                  {t(`mcp.grantedTo.${token.client.kind}`, { name: token.client.name })}
                </Text>
              )}
              <Text size="small" tone="muted" overflow="anywhere" role="status">
                {check && <Check check={check} projectNames={projectNames} />}
              </Text>
            </NameLines>
          </ActionRow>
        );
      })}
    </ul>
  );
}

/** Whether a token works now, and its recent usage. */
function Check({
  check: { test, usage, failure },
  projectNames,
}: { check: TokenCheck } & Pick<McpTokenListProps, "projectNames">) {
  const { t, format } = useTranslation("settings");
  if (failure !== null) return <>{failure}</>;
  if (test === null) return null;
  return (
    <>
      {test.reason === null
        ? t("mcp.works", { projects: format.list(test.projects.map((slug) => projectNames[slug] ?? slug)) })
        : t(`mcp.reasons.${test.reason}`)}
      {usage && (
        <>
          <br />
          {t("mcp.usage", {
            count: usage.calls,
            formatted: format.number(usage.calls),
            tokens: format.compact(usage.tokens),
            errors: format.number(usage.errors),
          })}
        </>
      )}
    </>
  );
}
