import { useTranslation } from "../../i18n/useTranslation.ts";
import { TabNav } from "../ui/TabNav.tsx";

export const PROJECT_TABS = [
  "search",
  "issues",
  "documents",
  "experts",
  "insights",
  "backtest",
  "sources",
  "people",
  "settings",
] as const;
export type ProjectTab = (typeof PROJECT_TABS)[number];

export interface ProjectTabsProps {
  current: ProjectTab;
  hrefOf: (tab: ProjectTab) => string;
  /** Small counts next to the names. */
  counts?: Partial<Record<ProjectTab, number>>;
}

/** The tabs of a project. Links rather than ARIA tabs: each has an address, and one leads to another page. */
export function ProjectTabs({ current, hrefOf, counts = {} }: ProjectTabsProps) {
  const { t, format } = useTranslation("project");
  return (
    <TabNav
      label={t("tabs.label")}
      current={current}
      items={PROJECT_TABS.map((tab) => ({
        id: tab,
        href: hrefOf(tab),
        text: t(`tabs.${tab}`),
        count: counts[tab] === undefined ? undefined : format.number(counts[tab]),
      }))}
    />
  );
}
