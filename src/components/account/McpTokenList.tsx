import type { McpToken, McpTokenTest, McpUsage } from "../../../contract/access/users.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { TokenRow } from "../patterns/TokenRow.tsx";
import { Button } from "../ui/Button.tsx";
import { Tag } from "../ui/Tag.tsx";
import { Text } from "../ui/Text.tsx";

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
  return (
    <ul aria-label={t("mcp.title")}>
      {tokens.map((token) => {
        const check = checks[token.id];
        return (
          <TokenRow
            key={token.id}
            name={token.name}
            preview={token.preview}
            tags={token.writes && <Tag>{t("mcp.writesTag")}</Tag>}
            expiresAt={token.expires_at}
            lastUsedAt={token.last_used_at}
            actions={
              <Button
                size="small"
                variant="minimal"
                text={t("mcp.test")}
                aria-label={t("mcp.testName", { name: token.name })}
                loading={check?.isBusy === true}
                onClick={() => onTest(token)}
              />
            }
            // An OAuth client gets new secrets itself.
            onRotate={token.client === null ? () => onRotate(token) : undefined}
            onRevoke={() => onRevoke(token)}
            result={
              <Text size="small" tone="muted" overflow="anywhere" role="status">
                {check && <Check check={check} projectNames={projectNames} />}
              </Text>
            }
          >
            <Text size="small" tone="muted" overflow="anywhere">
              {format.list(token.projects.map((slug) => projectNames[slug] ?? slug))}
            </Text>
            {token.client && (
              <Text size="small" tone="muted" overflow="anywhere">
                {t(`mcp.grantedTo.${token.client.kind}`, { name: token.client.name })}
              </Text>
            )}
          </TokenRow>
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
