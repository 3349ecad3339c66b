import type { DirectoryToken } from "../../../contract/access/directory.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { TokenRow } from "../patterns/TokenRow.tsx";
import { Text } from "../ui/Text.tsx";

export interface ScimTokenListProps {
  tokens: readonly DirectoryToken[];
  onRevoke: (token: DirectoryToken) => void;
}

/** The tokens of the company's directory, without their secrets. */
export function ScimTokenList({ tokens, onRevoke }: ScimTokenListProps) {
  const { t } = useTranslation("directory");
  const { t: tTokens } = useTranslation("tokens");
  return (
    <ul aria-label={t("tokens")}>
      {tokens.map((token) => (
        <TokenRow
          key={token.id}
          name={token.name}
          preview={token.preview}
          expiresAt={token.expires_at}
          lastUsedAt={token.last_used_at}
          lastUse={[token.last_address, token.last_client].filter((part) => part !== "").join(" · ")}
          onRevoke={() => onRevoke(token)}
        >
          <Text size="small" tone="muted" overflow="anywhere">
            {tTokens("createdBy", { name: token.created_by })}
          </Text>
        </TokenRow>
      ))}
    </ul>
  );
}
