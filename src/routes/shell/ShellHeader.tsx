import { observer } from "mobx-react-lite";
import { lazyComponent } from "../../hooks/lazyComponent.ts";
import { AppHeader, type AppHeaderProps } from "../../components/shell/AppHeader.tsx";
import { NotificationBell } from "../../components/shell/NotificationBell.tsx";
import { useStore } from "../../stores/StoreProvider.tsx";
import { hrefTo } from "../paths.ts";

const NotificationPanel = lazyComponent(() => import("../notifications/NotificationPanel.tsx"), "NotificationPanel");

const HREFS = {
  home: hrefTo.home(),
  projects: hrefTo.projects(),
  wizard: hrefTo.wizard(),
  settings: hrefTo.settings(),
  help: hrefTo.help(),
  insights: hrefTo.insights(),
};

/** What the plan of the company does not include. */
export type PlanLimit = "projects" | "insights";

export interface ShellHeaderProps extends Pick<AppHeaderProps, "area" | "searches" | "onPalette" | "onLogout"> {
  /** Called in place of an action that the plan does not include. */
  onLimit: (limit: PlanLimit) => void;
}

/** The header with the user, the theme and the notifications. Its props stay equal while the address changes within a page. */
export const ShellHeader = observer(function ShellHeader({ onLimit, ...header }: ShellHeaderProps) {
  const { session, plan, theme, notifications, canCreateProject } = useStore();
  return (
    <AppHeader
      {...header}
      hrefs={HREFS}
      user={session.user}
      theme={theme.value}
      onToggleTheme={theme.toggle}
      onProjectLimit={canCreateProject ? undefined : () => onLimit("projects")}
      onInsightsLimit={plan.hasInsights ? undefined : () => onLimit("insights")}
    >
      <NotificationBell unread={notifications.unreadCount} onOpen={notifications.markRead}>
        <NotificationPanel />
      </NotificationBell>
    </AppHeader>
  );
});
