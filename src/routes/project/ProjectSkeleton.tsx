import { Breadcrumbs } from "../../components/ui/Breadcrumbs.tsx";
import { ProjectTabs, type ProjectTab } from "../../components/projects/ProjectTabs.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { hrefTo } from "../paths.ts";
import styles from "./ProjectSkeleton.module.css";

export interface ProjectSkeletonProps {
  slug: string;
  tab: ProjectTab;
}

/** The page of a project while it loads: its tabs have their addresses already. */
export function ProjectSkeleton({ slug, tab }: ProjectSkeletonProps) {
  const { t } = useTranslation("projects");
  return (
    <>
      <div className={styles.header}>
        <Breadcrumbs crumbs={[{ text: t("title"), href: hrefTo.projects() }]} />
        <div className={styles.name}>
          <Skeleton shape="rows" count={1} height="3.375rem" />
        </div>
      </div>
      <ProjectTabs current={tab} hrefOf={(name) => hrefTo.projectTab(slug, name)} />
      <Skeleton shape="rows" count={8} height="2.5rem" />
    </>
  );
}
