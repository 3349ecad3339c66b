import { CopyButton } from "../../components/ui/CopyButton.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { copyText } from "../browser/copyText.ts";
import { Text } from "../../components/ui/Text.tsx";
import styles from "./McpAddressSection.module.css";

/** The MCP address of this issue for an assistant. */
export function McpAddressSection({ slug, issueKey }: { slug: string; issueKey: string }) {
  const { t } = useTranslation("issuePage");
  const address = `clew://project/${encodeURIComponent(slug)}/issue/${encodeURIComponent(issueKey)}`;
  return (
    <Text as="p" tone="muted" className={styles.address}>
      <span>{t("mcp.label")}</span>
      <code>{address}</code>
      <span className="visually-hidden">{t("mcp.hint")}</span>
      <CopyButton size="small" variant="minimal" text={t("mcp.copy")} onCopy={() => copyText(address)} />
    </Text>
  );
}
