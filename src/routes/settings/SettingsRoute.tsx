import { observer } from "mobx-react-lite";
import { Suspense } from "react";
import { useLoaderData, useSearchParams } from "react-router-dom";
import { PageHeader } from "../../components/patterns/PageHeader.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { SectionErrorBoundary as GuardedPart } from "../SectionErrorBoundary.tsx";
import { usePageTitle } from "../usePageTitle.ts";
import { AuditTab } from "./AuditTab.tsx";
import { CompanyTab } from "./CompanyTab.tsx";
import { HealthTab } from "./HealthTab.tsx";
import { IntegrationsTab } from "./IntegrationsTab.tsx";
import { McpTab } from "./McpTab.tsx";
import { PasswordTab } from "./PasswordTab.tsx";
import { ProfileTab } from "./ProfileTab.tsx";
import type { SettingsData } from "./settingsLoader.ts";
import { ADMIN_TABS, SETTINGS_TABS } from "./settingsTabs.ts";
import { Tab, Tabs } from "../../components/ui/Tabs.ts";
import styles from "./SettingsRoute.module.css";

export { loader, shouldRevalidate } from "./settingsLoader.ts";

const PANELS = {
  profile: ProfileTab,
  password: PasswordTab,
  integrations: IntegrationsTab,
  company: CompanyTab,
  health: HealthTab,
  audit: AuditTab,
  mcp: McpTab,
} as const;

export const Component = observer(function SettingsRoute() {
  const { t } = useTranslation("settings");
  const { company, tab } = useLoaderData<SettingsData>();
  const [, setSearch] = useSearchParams();
  usePageTitle(t(`tabs.${tab}`), t("title"));
  return (
    <>
      <PageHeader title={t("title")} />
      <Tabs
        id="settings"
        className={styles.tabs}
        selectedTabId={tab}
        renderActiveTabPanelOnly
        // The animated indicator is positioned once and is wrong after a resize; each tab's own indicator is not.
        animate={false}
        onChange={(name) => setSearch({ tab: String(name) })}
      >
        {SETTINGS_TABS.filter((name) => !ADMIN_TABS.has(name) || company?.role === "Admin").map((name) => {
          const Panel = PANELS[name];
          return (
            <Tab
              key={name}
              id={name}
              title={t(`tabs.${name}`)}
              panel={
                <Suspense fallback={<Skeleton shape="rows" count={5} height="3.5rem" />}>
                  <GuardedPart resetKey={name}>
                    <Panel />
                  </GuardedPart>
                </Suspense>
              }
              panelClassName={name === "profile" ? styles.narrow : styles.panel}
            />
          );
        })}
      </Tabs>
    </>
  );
});
