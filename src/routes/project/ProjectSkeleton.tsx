import { Breadcrumbs } from "../../components/ui/Breadcrumbs.tsx";
import { ProjectLayout } from "../../components/projects/ProjectLayout.tsx";
import { ProjectNav, type ProjectTab } from "../../components/projects/ProjectNav.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { hrefTo } from "../paths.ts";
import styles from "./ProjectSkeleton.module.css";

export interface ProjectSkeletonProps {
  slug: string;
  tab: ProjectTab;
}

/** The page of a project while it loads: its navigation has its addresses already. */
export function ProjectSkeleton({ slug, tab }: ProjectSkeletonProps) {
  const { t } = useTranslation("projects");
  return (
    <ProjectLayout nav={<ProjectNav current={tab} hrefOf={(name) => hrefTo.projectTab(slug, name)} />}>
      <div className={styles.header}>
        <Breadcrumbs crumbs={[{ text: t("title"), href: hrefTo.projects() }]} />
        <div className={styles.name}>
          <Skeleton shape="rows" count={1} height="3.375rem" />
        </div>
      </div>
      <Skeleton shape="rows" count={8} height="2.5rem" />
    </ProjectLayout>
  );
}
