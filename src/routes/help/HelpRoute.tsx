import { observer } from "mobx-react-lite";
import { McpSetup } from "../../components/account/McpSetup.tsx";
import { PageHeader } from "../../components/patterns/PageHeader.tsx";
import { PlanTable } from "../../components/company/PlanTable.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { copyText } from "../browser/copyText.ts";
import { mcpUrl } from "../addresses/mcpUrl.ts";
import { hrefTo } from "../paths.ts";
import { usePageTitle } from "../usePageTitle.ts";
import { Kbd } from "../../components/ui/Kbd.tsx";
import { Table } from "../../components/ui/Table.tsx";
import { LinkButton } from "../../components/ui/LinkButton.tsx";
import { Text } from "../../components/ui/Text.tsx";
import { Section } from "../../components/ui/Section.tsx";
import styles from "./HelpRoute.module.css";

const CAPABILITIES = ["search", "analyze", "localize", "experts", "documents", "insights", "sync", "agents"] as const;
const KEYS = [
  ["Ctrl K", "keys_palette"],
  ["?", "keys_list"],
  ["Tab", "keys_tab"],
  ["Enter", "keys_enter"],
  ["Esc", "keys_escape"],
  ["J / K", "keys_jk"],
  ["Space", "keys_space"],
  ["X", "keys_x"],
] as const;

export const Component = observer(function HelpRoute() {
  const { plan } = useStore();
  const { t } = useTranslation("help");
  usePageTitle(t("title"));
  return (
    <>
      <PageHeader
        title={t("title")}
        actions={<LinkButton href={hrefTo.support()} text={t("support.link")} variant="outlined" />}
      />
      <div className={styles.parts}>
        <Section title={t("capabilities")} headingLevel={2}>
          <dl className={styles.list}>
            {CAPABILITIES.map((name) => (
              <div key={name}>
                <dt>{t(`${name}.title`)}</dt>
                <Text as="dd" tone="muted">
                  {t(`${name}.text`)}
                </Text>
              </div>
            ))}
          </dl>
        </Section>
        <Section title={t("setup.title")} headingLevel={2}>
          <ol className={styles.steps}>
            <li>
              {t("setup.token")} <a href={hrefTo.settings("mcp")}>{t("setup.tokenLink")}</a>
            </li>
            <li>{t("setup.paste")}</li>
            <li>{t("setup.ask")}</li>
          </ol>
          <McpSetup url={mcpUrl()} onCopy={copyText} />
        </Section>
        <Section title={t("doors.title")} headingLevel={2}>
          <ul className={styles.steps}>
            <li>{t("doors.editor")}</li>
            <li>{t("doors.cli")}</li>
            <li>
              {t("doors.api")} <a href={new URL("/api/v1/docs/", mcpUrl()).href}>{t("doors.apiLink")}</a>
            </li>
          </ul>
        </Section>
        <Section title={t("keys")} headingLevel={2} isLandmark={false}>
          <Table label={t("keys")}>
            <thead>
              <tr>
                <th scope="col">{t("keyName")}</th>
                <th scope="col">{t("keyDoes")}</th>
              </tr>
            </thead>
            <tbody>
              {KEYS.map(([key, does]) => (
                <tr key={key}>
                  <td>
                    <Kbd name={key} />
                  </td>
                  <td>{t(does)}</td>
                </tr>
              ))}
            </tbody>
          </Table>
        </Section>
        <Section id="plans" title={t("plans")} headingLevel={2} isLandmark={false}>
          <PlanTable current={plan.name} />
        </Section>
      </div>
    </>
  );
});
