import { mayInProject } from "../../../contract/access/policy.ts";
import type { Project } from "../../../contract/projects.ts";
import { EmptyState } from "../../components/patterns/EmptyState.tsx";
import { LinkButton } from "../../components/ui/LinkButton.tsx";
import { IssueIcon } from "../../components/ui/icons.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { hrefTo } from "../paths.ts";
import { SyncNotice } from "./SyncNotice.tsx";

/** A project without issues: no tracker is linked, the first sync runs, or the trackers have none. */
export function EmptyIssueList({ project }: { project: Project }) {
  const { t } = useTranslation("issues");
  const { slug, trackers, role } = project;
  const sourcesHref = hrefTo.projectTab(slug, "sources");
  if (trackers.length === 0) {
    return (
      <EmptyState
        icon={<IssueIcon size={40} />}
        title={t("empty.noTracker")}
        action={
          mayInProject(role, "sources.change") ? (
            <LinkButton
              intent="primary"
              href={hrefTo.projectTab(slug, "sources", { add: "tracker" })}
              text={t("empty.noTrackerAction")}
            />
          ) : undefined
        }
      >
        {t("empty.noTrackerText")}
      </EmptyState>
    );
  }
  const isSyncing = trackers.some(({ sync }) => sync.state === "running" || sync.state === "queued");
  return (
    <>
      <SyncNotice project={project} sourcesHref={sourcesHref} isEmpty />
      <EmptyState
        icon={<IssueIcon size={40} />}
        title={t(isSyncing ? "empty.syncing" : "empty.none")}
        action={<LinkButton href={sourcesHref} text={t("empty.noneAction")} />}
      >
        {t(isSyncing ? "empty.syncingText" : "empty.noneText")}
      </EmptyState>
    </>
  );
}
