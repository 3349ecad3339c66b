import { useEffect, useRef } from "react";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { CopyButton } from "../ui/CopyButton.tsx";
import { McpSetup } from "./McpSetup.tsx";
import { Button } from "../ui/Button.tsx";
import { Callout } from "../ui/Callout.tsx";
import { Inline } from "../ui/Inline.tsx";
import styles from "./McpTokens.module.css";

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
  const { t } = useTranslation("settings");
  // The form or dialog that created it is unmounted: focus moves to the secret that has to be copied.
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <Callout
      compact={false}
      intent="success"
      icon={false}
      className={styles.fresh}
      role="region"
      aria-label={t("mcp.freshTitle", { name })}
    >
      <h3 ref={title} tabIndex={-1}>
        {t("mcp.freshTitle", { name })}
      </h3>
      <p role="status">{t("mcp.freshText")}</p>
      <Inline>
        <code className={styles.secret}>{token}</code>
        <CopyButton text={t("mcp.copyToken")} onCopy={() => onCopy(token)} />
      </Inline>
      {help !== undefined && <p>{help}</p>}
      {url !== undefined && <McpSetup url={url} token={token} onCopy={onCopy} />}
      <div>
        <Button text={t("mcp.done")} onClick={onDone} />
      </div>
    </Callout>
  );
}
