import { useTranslation } from "../../i18n/useTranslation.ts";
import { SecretNotice } from "../patterns/SecretNotice.tsx";
import { McpSetup } from "./McpSetup.tsx";

export interface CreatedTokenNoticeProps {
  name: string;
  token: string;
  /** The address of the MCP server, for a token of an agent: the set-up of its program is shown too. */
  url?: string;
  /** How the token is used. */
  help?: string;
  onCopy: (text: string) => Promise<boolean>;
  onDone: () => void;
}

/** The secret of a new token, shown once. */
export function CreatedTokenNotice({ name, token, url, help, onCopy, onDone }: CreatedTokenNoticeProps) {
  const { t } = useTranslation("tokens");
  return (
    <SecretNotice
      title={t("createdTitle", { name })}
      text={t("createdText")}
      secrets={[{ value: token }]}
      copyText={t("copy")}
      onCopy={onCopy}
      onDone={onDone}
    >
      {help !== undefined && <p>{help}</p>}
      {url !== undefined && <McpSetup url={url} token={token} onCopy={onCopy} />}
    </SecretNotice>
  );
}
