import { Suspense } from "react";
import { Outlet, useLoaderData, useMatches, type LoaderFunctionArgs } from "react-router-dom";
import { PageHeader } from "../../components/patterns/PageHeader.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { appContext } from "../appContext.tsx";
import { hrefTo } from "../paths.ts";
import { useMovedTab } from "../addresses/movedTab.ts";
import { usePageTitle } from "../usePageTitle.ts";
import { ownCompany } from "./ownCompany.ts";
import { ADMIN_TABS, isSettingsTab, SETTINGS_TABS, type SettingsTabName } from "./settingsTabs.ts";
import { TabNav } from "../../components/ui/TabNav.tsx";
import styles from "./SettingsRoute.module.css";

export async function loader({ request, context }: LoaderFunctionArgs) {
  return { company: await ownCompany(context.get(appContext), request.signal) };
}

export { keepOnSearchChange as shouldRevalidate } from "../loading/keepOnSearchChange.ts";

/** The tab that is open, by the id of its route. */
function useOpenTab(): SettingsTabName {
  const name = (useMatches().at(-1)?.id ?? "").replace(/^settings-/, "");
  return isSettingsTab(name) ? name : "profile";
}

/** The frame of the settings: their tabs, and the open one as an outlet. */
export function Component() {
  const { t } = useTranslation("settings");
  const { company } = useLoaderData<typeof loader>();
  const tab = useOpenTab();
  const isMoved = useMovedTab((name) => hrefTo.settings(isSettingsTab(name) ? name : "profile"));
  usePageTitle(t(`tabs.${tab}`), t("title"));
  if (isMoved) return null;
  return (
    <>
      <PageHeader title={t("title")} />
      <TabNav
        label={t("title")}
        current={tab}
        items={SETTINGS_TABS.filter((name) => !ADMIN_TABS.has(name) || company?.role === "Admin").map((name) => ({
          id: name,
          href: hrefTo.settings(name),
          text: t(`tabs.${name}`),
        }))}
      />
      <div className={tab === "profile" ? styles.narrow : styles.panel}>
        <Suspense fallback={<Skeleton shape="rows" count={5} height="3.5rem" />}>
          <Outlet />
        </Suspense>
      </div>
    </>
  );
}
