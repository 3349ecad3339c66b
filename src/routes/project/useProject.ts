import { useOutletContext } from "react-router-dom";
import type { Project } from "../../../contract/projects.ts";
import type { LinkedSource } from "../../domain/linkedSources.ts";
import type { ProjectTab } from "../../domain/projectTabs.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { usePageTitle } from "../usePageTitle.ts";

/** What the project's page gives to its parts. */
export interface ProjectContext {
  readonly project: Project;
  /** With the progress that the socket has reported. */
  readonly sources: readonly LinkedSource[];
  readonly isStarting: boolean;
  /** Undefined for users who may not start a sync. */
  readonly onSync: (() => void) | undefined;
}

/** The project whose part is rendered. */
export const useProject = (): ProjectContext => useOutletContext<ProjectContext>();

/** Sets the title of the browser's tab. @param content what of the part is open: a query, the name of a document */
export function useTabTitle(tab: ProjectTab, content?: string | null): void {
  const { t } = useTranslation("project");
  usePageTitle(content, t(`tabs.${tab}`), useProject().project.name);
}
