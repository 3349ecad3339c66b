import { observer } from "mobx-react-lite";
import { useCallback, useMemo, useState } from "react";
import { useLocation, useMatches } from "react-router-dom";
import { lazyComponent } from "../../hooks/lazyComponent.ts";
import { ProjectNav } from "../../components/projects/ProjectNav.tsx";
import { ProjectSwitcher } from "../../components/projects/ProjectSwitcher.tsx";
import { linkedSources } from "../../domain/linkedSources.ts";
import type { ProjectTab } from "../../domain/projectTabs.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { LayerBoundary } from "../shell/LayerBoundary.tsx";
import { useKnownProject } from "./loadProject.ts";
import { hrefTo } from "../paths.ts";
import { currentTab } from "./currentTab.ts";
import { ProjectSwitch } from "./ProjectSwitch.tsx";

const ProjectNavDrawer = lazyComponent(
  () => import("../../components/projects/ProjectNavDrawer.tsx"),
  "ProjectNavDrawer",
);

/** The navigation next to every page of a project; those of an issue, a request, a commit and a person are below a tab of it. */
export const ProjectRail = observer(function ProjectRail({ slug }: { slug: string }) {
  const { preferences } = useStore();
  const project = useKnownProject(slug);
  const { tab: openTab, isBelow } = currentTab(useMatches().map(({ id }) => id));
  const { key } = useLocation();
  // Once opened it stays mounted, because it restores the focus when it closes.
  const [drawer, setDrawer] = useState<"open" | "closed" | null>(null);
  const close = () => setDrawer((now) => now && "closed");
  // A page that is opened by Back closes it as well.
  const [shownKey, setShownKey] = useState(key);
  if (shownKey !== key) {
    setShownKey(key);
    close();
  }
  const name = project?.name ?? slug;
  // Stable: the rail is memoized, because each change of the address renders this component.
  const hrefOf = useCallback((tab: ProjectTab) => hrefTo.projectTab(slug, tab), [slug]);
  const openDrawer = useCallback(() => setDrawer("open"), []);
  const counts = useMemo(() => (project ? { sources: linkedSources(project).length } : {}), [project]);
  const { railCollapsed } = preferences;
  const head = useMemo(
    () => (
      <ProjectSwitcher name={name} isCollapsed={railCollapsed} menu={<ProjectSwitch slug={slug} tab={openTab} />} />
    ),
    [name, railCollapsed, slug, openTab],
  );
  return (
    <>
      <ProjectNav
        current={openTab}
        isBelowCurrent={isBelow}
        hrefOf={hrefOf}
        counts={counts}
        isCollapsed={railCollapsed}
        onCollapse={preferences.setRailCollapsed}
        onMore={openDrawer}
        head={head}
      />
      <LayerBoundary layer={drawer} onFailed={() => setDrawer(null)}>
        {drawer !== null && (
          <ProjectNavDrawer
            name={name}
            current={openTab}
            hrefOf={hrefOf}
            allHref={hrefTo.projects()}
            isOpen={drawer === "open"}
            onClose={close}
          />
        )}
      </LayerBoundary>
    </>
  );
});
