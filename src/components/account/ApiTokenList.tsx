import type { ApiToken } from "../../../contract/access/apiTokens.ts";
import { describeAgent } from "../../../contract/describeAgent.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { TokenRow } from "../patterns/TokenRow.tsx";
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
  const { t, format } = useTranslation("access");
  const lastUse = ({ last_address: address, last_client: agent }: ApiToken): string => {
    if (address === "") return "";
    const client = describeAgent(agent).browser || agent;
    return client === "" ? t("tokens.usedFrom", { address }) : t("tokens.usedWith", { address, client });
  };
  return (
    <ul aria-label={t("tokens.title")}>
      {tokens.map((token) => (
        <TokenRow
          key={token.id}
          name={token.name}
          preview={token.preview}
          tags={<Tag>{t(`tokens.scopes.${token.scope}`)}</Tag>}
          expiresAt={token.expires_at}
          lastUsedAt={token.last_used_at}
          lastUse={lastUse(token)}
          onRotate={() => onRotate(token)}
          onRevoke={() => onRevoke(token)}
        >
          <Text size="small" tone="muted" overflow="anywhere">
            {token.projects === null
              ? t("tokens.everyProject")
              : format.list(token.projects.map((slug) => projectNames[slug] ?? slug))}
          </Text>
        </TokenRow>
      ))}
    </ul>
  );
}
