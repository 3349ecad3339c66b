import { ForeignText } from "../../components/ui/ForeignText.tsx";
import type { Project } from "../../../contract/projects.ts";
import { InlineNotice } from "../../components/patterns/InlineNotice.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";

export interface SyncNoticeProps {
  project: Project;
  sourcesHref: string;
  /** The list is empty: the empty state then reports a running sync. */
  isEmpty?: boolean;
}

/** Names the trackers that the list does not cover completely, and why. */
export function SyncNotice({ project, sourcesHref, isEmpty = false }: SyncNoticeProps) {
  const { t } = useTranslation("issues");
  const failed = project.trackers.filter(({ sync }) => sync.state === "failed");
  const running = isEmpty
    ? []
    : project.trackers.filter(({ sync }) => (sync.state === "running" || sync.quota_wait) && sync.finished_at === null);
  if (failed.length + running.length === 0) return null;
  return (
    <InlineNotice action={<a href={sourcesHref}>{t("partial.sources")}</a>}>
      {failed.map(({ id, name, sync }) => (
        <p key={id}>
          {t("partial.failed", { name })} {sync.error !== null && <ForeignText text={sync.error} />}
        </p>
      ))}
      {running.map(({ id, name }) => (
        <p key={id}>{t("partial.running", { name })}</p>
      ))}
    </InlineNotice>
  );
}
