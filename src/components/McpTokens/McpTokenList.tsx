import { Button, Tag } from "@blueprintjs/core";
import type { McpToken } from "../../../contract/users.ts";
import { useWords } from "../../i18n/useWords.ts";
import rows from "../CompanyUsers/RowList.module.css";
import { useNow } from "../RelativeTime/Now.tsx";

export interface McpTokenListProps {
  tokens: readonly McpToken[];
  /** Names of projects by their slug. */
  projectNames: Readonly<Record<string, string>>;
  onRevoke: (token: McpToken) => void;
}

/** The tokens that agents and editors use; their secrets are not among what is known of them. */
export function McpTokenList({ tokens, projectNames, onRevoke }: McpTokenListProps) {
  const { t, format } = useWords("settings");
  const now = useNow();
  return (
    <ul className={rows.list} aria-label={t("mcp.title")}>
      {tokens.map((token) => {
        const isExpired = token.expires_at !== null && Date.parse(token.expires_at) <= now;
        return (
          <li key={token.id} className={rows.row}>
            <div className={rows.names}>
              <span className={rows.name}>
                {token.name} {token.preview !== "" && <code>{token.preview}</code>}{" "}
                {isExpired && (
                  <Tag minimal intent="warning">
                    {t("mcp.expired")}
                  </Tag>
                )}
              </span>
              <span className={rows.small}>
                {format.list(token.projects.map((slug) => projectNames[slug] ?? slug))}
              </span>
              <span className={rows.small}>
                {token.expires_at === null
                  ? t("mcp.noEnd")
                  : t(isExpired ? "mcp.endedOn" : "mcp.endsOn", { date: format.date(token.expires_at) })}
                {" · "}
                {token.last_used_at === null
                  ? t("mcp.neverUsed")
                  : t("mcp.lastUsed", { when: format.relative(token.last_used_at, now) })}
              </span>
            </div>
            <span />
            <Button
              size="small"
              variant="outlined"
              text={t("mcp.revoke")}
              aria-label={t("mcp.revokeName", { name: token.name })}
              onClick={() => onRevoke(token)}
            />
          </li>
        );
      })}
    </ul>
  );
}
