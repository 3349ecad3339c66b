import { useState } from "react";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { CopyButton } from "../ui/CopyButton.tsx";
import { SegmentedControl } from "../ui/SegmentedControl.tsx";
import { Select } from "../ui/Select.tsx";
import { ScrollableRegion } from "../ui/ScrollableRegion.tsx";
import { clientSetup, MCP_CLIENTS, SIGN_IN_CLIENTS, signInSetup, type McpClient } from "./clientSetups.ts";
import { Text } from "../ui/Text.tsx";
import { Inline } from "../ui/Inline.tsx";
import { Stack } from "../ui/Stack.tsx";
import styles from "./McpSetup.module.css";

export interface McpSetupProps {
  /** Address of the MCP server. */
  url: string;
  /** The secret while it is known; without it a placeholder is shown. */
  token?: string | undefined;
  onCopy: (text: string) => Promise<boolean>;
}

const WAYS = ["token", "signIn"] as const;

/** Setup instructions by client, with a token or, while none is known, also without one for clients that sign their user in. */
export function McpSetup({ url, token, onCopy }: McpSetupProps) {
  const { t } = useTranslation("settings");
  const [client, setClient] = useState<McpClient>("claudeCode");
  const [way, setWay] = useState<(typeof WAYS)[number]>("token");
  const signsIn = way === "signIn" && token === undefined;
  const { file, text } =
    signsIn && client !== "stdio" ? signInSetup(client, url) : clientSetup(client, url, token ?? t("mcp.placeholder"));
  const label = t("mcp.setupOf", { client: t(`mcp.clients.${client}`) });
  return (
    <Stack as="section" gap={2} aria-label={t("mcp.setup")}>
      {token === undefined && (
        <Inline>
          <SegmentedControl
            label={t("mcp.way")}
            value={way}
            options={WAYS.map((value) => ({ value, text: t(`mcp.ways.${value}`) }))}
            onValueChange={(chosen) => {
              setWay(chosen);
              // The program of this choice takes a token alone.
              if (chosen === "signIn" && client === "stdio") setClient("json");
            }}
          />
        </Inline>
      )}
      {token === undefined && (
        <Text as="p" tone="muted">
          {t(`mcp.waysHelp.${way}`)}
        </Text>
      )}
      <Inline>
        <Select
          aria-label={t("mcp.client")}
          value={client}
          options={(signsIn ? SIGN_IN_CLIENTS : MCP_CLIENTS).map((value) => ({
            value,
            text: t(`mcp.clients.${value}`),
          }))}
          onValueChange={setClient}
        />
        <CopyButton text={t("mcp.copySetup")} onCopy={() => onCopy(text)} />
      </Inline>
      <Text as="p" tone="muted" overflow="anywhere">
        {file === null ? t("mcp.inTerminal") : t("mcp.inFile", { file })}
      </Text>
      <div className={styles.code}>
        <ScrollableRegion label={label}>
          <pre>
            <code>{text}</code>
          </pre>
        </ScrollableRegion>
      </div>
    </Stack>
  );
}
