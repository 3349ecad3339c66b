import { type ComponentType, memo, type ReactNode } from "react";
import { PROJECT_TABS, type ProjectTab } from "../../domain/projectTabs.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { NavRail } from "../ui/NavRail.tsx";
import { Icon } from "../ui/Icon.tsx";
import {
  ChartIcon,
  ChatIcon,
  CodeIcon,
  CogIcon,
  DashboardIcon,
  DocumentIcon,
  GitMergeIcon,
  GitRepoIcon,
  IssueIcon,
  LabTestIcon,
  MenuClosedIcon,
  MenuOpenIcon,
  MoreIcon,
  PeopleIcon,
  PersonIcon,
  SearchIcon,
  type SVGIconProps,
} from "../ui/icons.ts";

export const TAB_ICONS: Readonly<Record<ProjectTab, ComponentType<SVGIconProps>>> = {
  overview: DashboardIcon,
  search: SearchIcon,
  ask: ChatIcon,
  code: CodeIcon,
  issues: IssueIcon,
  requests: GitMergeIcon,
  documents: DocumentIcon,
  experts: PersonIcon,
  insights: ChartIcon,
  backtest: LabTestIcon,
  sources: GitRepoIcon,
  people: PeopleIcon,
  settings: CogIcon,
};

/** A line separates what is read, what is measured and what is managed. */
const GROUP_STARTS: ReadonlySet<ProjectTab> = new Set(["insights", "sources"]);
/** In the bar of a phone, which has room for five with `More`. */
const FREQUENT: ReadonlySet<ProjectTab> = new Set(["overview", "search", "code", "issues"]);

export interface ProjectNavProps {
  current: ProjectTab;
  /** Whether the page is below that part: an issue, a request, a commit, a person. */
  isBelowCurrent?: boolean;
  hrefOf: (tab: ProjectTab) => string;
  /** Small counts next to the names. */
  counts?: Partial<Record<ProjectTab, number>>;
  isCollapsed: boolean;
  onCollapse: (isCollapsed: boolean) => void;
  /** Opens the drawer with all parts, on a phone. */
  onMore: () => void;
  /** The project on screen, and how to switch to another. */
  head?: ReactNode;
}

/** The pages of a project. Memoized: a change of the address within a page changes nothing here. */
export const ProjectNav = memo(function ProjectNav(props: ProjectNavProps) {
  const { current, isBelowCurrent, hrefOf, counts = {}, isCollapsed, onCollapse, onMore, head } = props;
  const { t, format } = useTranslation("project");
  return (
    <NavRail
      label={t("tabs.label")}
      current={current}
      isBelowCurrent={isBelowCurrent}
      isCollapsed={isCollapsed}
      head={head}
      toggle={{
        text: t(isCollapsed ? "rail.expand" : "rail.collapse"),
        icon: isCollapsed ? <MenuOpenIcon aria-hidden={true} /> : <MenuClosedIcon aria-hidden={true} />,
        onClick: () => onCollapse(!isCollapsed),
      }}
      more={{ text: t("rail.more"), icon: <MoreIcon aria-hidden={true} />, onClick: onMore }}
      items={PROJECT_TABS.map((tab) => ({
        id: tab,
        href: hrefOf(tab),
        text: t(`tabs.${tab}`),
        icon: <Icon of={TAB_ICONS[tab]} />,
        count: counts[tab] === undefined ? undefined : format.number(counts[tab]),
        startsGroup: GROUP_STARTS.has(tab),
        isFrequent: FREQUENT.has(tab),
      }))}
    />
  );
});
