import { useState } from "react";
import { useRevalidator } from "react-router-dom";
import { mayInProject } from "../../../contract/access/policy.ts";
import type { LinkedGroup } from "../../../contract/sources/linkedGroups.ts";
import { ConfirmDialog } from "../../components/patterns/ConfirmDialog.tsx";
import { SourceFilterBar } from "../../components/sources/SourceFilterBar.tsx";
import { SourceList } from "../../components/sources/SourceList.tsx";
import { WebhookDialog } from "../../components/sources/WebhookDialog.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import type { LinkedSource } from "../../domain/linkedSources.ts";
import { filterSources, NO_FILTER } from "../../domain/sourceFilter.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useServices } from "../appContext.tsx";
import { useConfirmation } from "../confirmation/useConfirmation.ts";
import { useNewWebhook } from "../project/useNewWebhook.ts";
import { useProject } from "../project/useProject.ts";
import { SourceDialogs, useSourceDialogs } from "./SourceDialogs.tsx";
import { SOURCE_PATHS } from "./useSourceCheck.ts";
import type { useSourceDetails } from "./useSourceDetails.ts";
import { useSourceLedgers } from "./useSourceLedgers.ts";

/** Sources from which a list has a filter. */
const FILTERED_FROM = 10;

export interface SourceListSectionProps {
  /** The linked groups, by which the list is filtered; null before they are loaded. */
  groups: readonly LinkedGroup[] | null;
  sourceDetails: ReturnType<typeof useSourceDetails>;
  /** Providers at which the user has connected an account. */
  connected?: readonly string[] | undefined;
}

/** The linked sources with their filter, and the dialogs that change one of them. */
export function SourceListSection({ groups, sourceDetails, connected }: SourceListSectionProps) {
  const { project, sources, isStarting, onSync } = useProject();
  const { slug, role } = project;
  const { revalidate: onChanged } = useRevalidator();
  const services = useServices();
  const { t } = useTranslation("project");
  const { t: tGroups } = useTranslation("groups");
  const [filter, setFilter] = useState(NO_FILTER);
  const { details, isReady, pause, writing, keep } = sourceDetails;
  const { ledgers, isReady: hasLedgers, compare, refetch: reloadLedgers } = useSourceLedgers(slug);
  const { found, named, counts } = filterSources(sources, filter, details);
  const webhook = useNewWebhook(slug);
  const dialogs = useSourceDialogs();
  const remove = useConfirmation(
    (source: LinkedSource) => services.sources.remove(slug, SOURCE_PATHS[source.kind], source.id),
    { onSuccess: onChanged },
  );
  const actions = {
    onPause: (source: LinkedSource, isPaused: boolean) => void pause.mutate(source.id, isPaused).then(onChanged),
    onAccess: dialogs.opener("access"),
    onImport: dialogs.opener("import"),
    onImportFile: dialogs.opener("importFile"),
    onRename: dialogs.opener("rename"),
    onRestricted: dialogs.opener("restricted"),
    onHostAccess: dialogs.opener("hostAccess"),
    onRefs: dialogs.opener("refs"),
    onFolders: dialogs.opener("folders"),
    onFields: dialogs.opener("fields"),
    onWebhook: webhook.create,
    onWriting: (source: LinkedSource, isAllowed: boolean) => void writing.mutate(source.id, isAllowed),
    onChecks: dialogs.opener("checks"),
    onReplies: dialogs.opener("replies"),
    onCompare: ({ id }: LinkedSource) => void compare.mutate(id),
    onRemove: remove.ask,
  };
  return (
    <>
      {sources.length > 0 &&
        (groups === null || !isReady || !hasLedgers ? (
          // Details add lines and buttons to each row.
          <Skeleton shape="rows" count={Math.min(sources.length, FILTERED_FROM)} height="4.5rem" />
        ) : (
          <>
            {(sources.length >= FILTERED_FROM || groups.length > 0) && (
              <SourceFilterBar
                filter={filter}
                groups={groups}
                total={named.length}
                counts={counts}
                onChange={(part) => setFilter({ ...filter, ...part })}
              />
            )}
            {found.length === 0 && <p role="status">{tGroups("filterList.noMatch")}</p>}
            <SourceList
              sources={found}
              groupNames={Object.fromEntries(groups.map(({ id, name }) => [id, name]))}
              isStarting={isStarting}
              onSync={onSync}
              details={details}
              ledgers={ledgers}
              comparing={compare.pending.map(([id]) => id)}
              busy={pause.pending.map(([id]) => id)}
              actions={mayInProject(role, "sources.change") ? actions : undefined}
            />
          </>
        ))}
      <SourceDialogs
        slug={slug}
        dialogs={dialogs}
        details={details}
        connected={connected}
        onChanged={async (detail) => {
          keep(detail);
          reloadLedgers();
          await onChanged();
        }}
      />
      {webhook.dialog && <WebhookDialog {...webhook.dialog} />}
      <ConfirmDialog
        {...remove.dialog}
        title={t("sources.removeTitle", { name: remove.subject?.name ?? "" })}
        text={t("sources.removeText")}
        action={t("sources.remove")}
      />
    </>
  );
}
