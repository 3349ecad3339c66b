import { Suspense } from "react";
import { Outlet, useLoaderData, useMatches, type LoaderFunctionArgs } from "react-router-dom";
import { PageHeader } from "../../components/patterns/PageHeader.tsx";
import { GroupedNav } from "../../components/ui/GroupedNav.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { appContext } from "../appContext.tsx";
import { hrefTo } from "../paths.ts";
import { useMovedTab } from "../addresses/movedTab.ts";
import { usePageTitle } from "../usePageTitle.ts";
import { ownCompany } from "./ownCompany.ts";
import { ADMIN_TABS, isSettingsTab, OWN_TABS, type SettingsTabName } from "./settingsTabs.ts";
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

/** The frame of the settings: their pages in groups, and the open one as an outlet. */
export function Component() {
  const { t } = useTranslation("settings");
  const { company } = useLoaderData<typeof loader>();
  const tab = useOpenTab();
  const isMoved = useMovedTab((name) => hrefTo.settings(isSettingsTab(name) ? name : "profile"));
  usePageTitle(t(`tabs.${tab}`), t("title"));
  if (isMoved) return null;
  const itemsOf = (names: readonly SettingsTabName[]) =>
    names.map((name) => ({ id: name, href: hrefTo.settings(name), text: t(`tabs.${name}`) }));
  return (
    <>
      <PageHeader title={t("title")} />
      <div className={styles.columns}>
        <GroupedNav
          label={t("title")}
          current={tab}
          groups={[
            { id: "account", title: t("groups.account"), items: itemsOf(OWN_TABS) },
            { id: "company", title: t("groups.company"), items: company?.role === "Admin" ? itemsOf(ADMIN_TABS) : [] },
          ]}
        />
        <div className={tab === "profile" ? styles.narrow : styles.panel}>
          <Suspense fallback={<Skeleton shape="rows" count={5} height="3.5rem" />}>
            <Outlet />
          </Suspense>
        </div>
      </div>
    </>
  );
}
