import { observer } from "mobx-react-lite";
import { ProjectSwitcherMenu } from "../../components/projects/ProjectSwitcherMenu.tsx";
import type { ProjectTab } from "../../domain/projectTabs.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";
import { hrefTo } from "../paths.ts";

/** How many projects the menu has; the list of projects has all of them. */
const LIMIT = 10;

/** The projects last used, each at the tab that is on screen. */
export const ProjectSwitch = observer(function ProjectSwitch({ slug, tab }: { slug: string; tab: ProjectTab }) {
  const { projects } = useServices();
  const { lastUse } = useStore().preferences;
  const { data, error } = useQuery(queryKeys.projects(), (signal) => projects.list(signal));
  return (
    <ProjectSwitcherMenu
      current={slug}
      hasFailed={data === null && error !== null}
      allHref={hrefTo.projects()}
      projects={
        data
          ?.toSorted((a, b) => lastUse(b) - lastUse(a))
          .slice(0, LIMIT)
          .map((one) => ({ slug: one.slug, name: one.name, href: hrefTo.projectTab(one.slug, tab) })) ?? null
      }
    />
  );
});
