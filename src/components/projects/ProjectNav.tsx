import type { ComponentType } from "react";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { SideNav } from "../ui/SideNav.tsx";
import {
  ChartIcon,
  CodeIcon,
  CogIcon,
  DocumentIcon,
  GitMergeIcon,
  DashboardIcon,
  GitRepoIcon,
  IssueIcon,
  LabTestIcon,
  PeopleIcon,
  PersonIcon,
  SearchIcon,
  type SVGIconProps,
} from "../ui/icons.ts";

export const PROJECT_TABS = [
  "overview",
  "search",
  "issues",
  "requests",
  "code",
  "documents",
  "experts",
  "insights",
  "backtest",
  "sources",
  "people",
  "settings",
] as const;
export type ProjectTab = (typeof PROJECT_TABS)[number];

const ICONS: Readonly<Record<ProjectTab, ComponentType<SVGIconProps>>> = {
  overview: DashboardIcon,
  search: SearchIcon,
  issues: IssueIcon,
  requests: GitMergeIcon,
  code: CodeIcon,
  documents: DocumentIcon,
  experts: PersonIcon,
  insights: ChartIcon,
  backtest: LabTestIcon,
  sources: GitRepoIcon,
  people: PeopleIcon,
  settings: CogIcon,
};

export interface ProjectNavProps {
  current: ProjectTab;
  hrefOf: (tab: ProjectTab) => string;
  /** Small counts next to the names. */
  counts?: Partial<Record<ProjectTab, number>>;
}

/** The pages of a project. */
export function ProjectNav({ current, hrefOf, counts = {} }: ProjectNavProps) {
  const { t, format } = useTranslation("project");
  return (
    <SideNav
      label={t("tabs.label")}
      current={current}
      items={PROJECT_TABS.map((tab) => {
        const Icon = ICONS[tab];
        return {
          id: tab,
          href: hrefOf(tab),
          text: t(`tabs.${tab}`),
          icon: <Icon aria-hidden={true} />,
          count: counts[tab] === undefined ? undefined : format.number(counts[tab]),
        };
      })}
    />
  );
}
