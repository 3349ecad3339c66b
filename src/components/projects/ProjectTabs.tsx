import { useTranslation } from "../../i18n/useTranslation.ts";
import styles from "./ProjectTabs.module.css";

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

/** The tabs of a project. Links rather than ARIA tabs: each has an address of its own, and one leads to another page. */
export function ProjectTabs({ current, hrefOf, counts = {} }: ProjectTabsProps) {
  const { t, format } = useTranslation("project");
  return (
    <nav className={styles.tabs} aria-label={t("tabs.label")}>
      <ul>
        {PROJECT_TABS.map((tab) => {
          const count = counts[tab];
          return (
            <li key={tab}>
              <a href={hrefOf(tab)} aria-current={tab === current ? "page" : undefined}>
                {t(`tabs.${tab}`)}
                {/* Screen readers need the space: without it the name and the number are one word. */}
                {count !== undefined && <span className={styles.count}> {format.number(count)}</span>}
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
