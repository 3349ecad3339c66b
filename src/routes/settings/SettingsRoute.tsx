import { observer } from "mobx-react-lite";
import { Suspense } from "react";
import { Outlet, useLoaderData, useMatches, useNavigate, type LoaderFunctionArgs } from "react-router-dom";
import { PageHeader } from "../../components/patterns/PageHeader.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { appContext } from "../appContext.tsx";
import { hrefTo } from "../paths.ts";
import { useMovedTab } from "../movedTab.ts";
import { usePageTitle } from "../usePageTitle.ts";
import { ownCompany } from "./ownCompany.ts";
import { ADMIN_TABS, isSettingsTab, SETTINGS_TABS, type SettingsTab } from "./settingsTabs.ts";
import { Tab, Tabs } from "../../components/ui/Tabs.ts";
import styles from "./SettingsRoute.module.css";

export async function loader({ request, context }: LoaderFunctionArgs) {
  return { company: await ownCompany(context.get(appContext), request.signal) };
}

export { keepOnSearchChange as shouldRevalidate } from "../keepOnSearchChange.ts";

/** The tab that is open, by the id of its route. */
function useOpenTab(): SettingsTab {
  const name = (useMatches().at(-1)?.id ?? "").replace(/^settings-/, "");
  return isSettingsTab(name) ? name : "profile";
}

/** The frame of the settings: their tabs, and the open one as an outlet. */
export const Component = observer(function SettingsRoute() {
  const { t } = useTranslation("settings");
  const { company } = useLoaderData<typeof loader>();
  const navigate = useNavigate();
  const tab = useOpenTab();
  const isMoved = useMovedTab((name) => hrefTo.settings(isSettingsTab(name) ? name : "profile"));
  usePageTitle(t(`tabs.${tab}`), t("title"));
  if (isMoved) return null;
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
        onChange={(name) => void navigate(hrefTo.settings(name as SettingsTab))}
      >
        {SETTINGS_TABS.filter((name) => !ADMIN_TABS.has(name) || company?.role === "Admin").map((name) => (
          <Tab
            key={name}
            id={name}
            title={t(`tabs.${name}`)}
            panel={
              <Suspense fallback={<Skeleton shape="rows" count={5} height="3.5rem" />}>
                <Outlet />
              </Suspense>
            }
            panelClassName={name === "profile" ? styles.narrow : styles.panel}
          />
        ))}
      </Tabs>
    </>
  );
});
