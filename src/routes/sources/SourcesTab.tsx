import { observer } from "mobx-react-lite";
import { useRef, useState } from "react";
import { useRevalidator, useSearchParams } from "react-router-dom";
import { mayInProject, rolesFrom } from "../../../contract/access/policy.ts";
import { ConfirmDialog } from "../../components/patterns/ConfirmDialog.tsx";
import { EmptyState } from "../../components/patterns/EmptyState.tsx";
import { PlanLimitNotice, sourcesLeft } from "../../components/wizard/PlanLimitNotice.tsx";
import { SourceFilterBar } from "../../components/sources/SourceFilterBar.tsx";
import { SourceList } from "../../components/sources/SourceList.tsx";
import { WebhookDialog } from "../../components/sources/WebhookDialog.tsx";
import type { LinkedSource, SourceKind } from "../../domain/linkedSources.ts";
import { filterSources, NO_FILTER } from "../../domain/sourceFilter.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";
import { SOURCE_PATHS } from "./useSourceCheck.ts";
import { useConfirmation } from "../confirmation/useConfirmation.ts";
import { RestrictedItemsSection } from "./RestrictedItemsSection.tsx";
import { GroupsSection } from "./GroupsSection.tsx";
import { CustomSourceSection } from "./CustomSourceSection.tsx";
import { LinkGroupSection } from "./LinkGroupSection.tsx";
import { LinkSourceSection } from "./LinkSourceSection.tsx";
import { ScipSection } from "./ScipSection.tsx";
import { SourceDialogs, useSourceDialogs } from "./SourceDialogs.tsx";
import { useTabTitle, useProject } from "../project/useProject.ts";
import { useNewWebhook } from "../project/useNewWebhook.ts";
import { useLinkedGroups } from "./useLinkedGroups.ts";
import { useSourceDetails } from "./useSourceDetails.ts";
import { useSourceLedgers } from "./useSourceLedgers.ts";
import { Button } from "../../components/ui/Button.tsx";
import { LinkIcon, PlusIcon, RefreshIcon } from "../../components/ui/icons.ts";
import { Menu, MenuDivider, MenuItem } from "../../components/ui/Menu.ts";
import { MenuButton } from "../../components/ui/MenuButton.tsx";
import { returnFocus } from "../../components/ui/returnFocus.ts";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { Stack } from "../../components/ui/Stack.tsx";
import styles from "./SourcesTab.module.css";

/** Sources from which a list has a filter. */
const FILTERED_FROM = 10;

type AddedKind = SourceKind | "group" | "custom";

const KINDS = ["repository", "tracker", "wiki"] as const satisfies readonly SourceKind[];

/** The project's sources: their state, and where permitted, linking and unlinking. */
export const Component = observer(function SourcesTab() {
  const { project, sources, isStarting, onSync } = useProject();
  const { slug, role } = project;
  const store = useStore();
  const plan = store.plan.name ?? "Enterprise";
  const connected = store.session.user?.providers;
  const canChange = mayInProject(role, "sources.change");
  const { revalidate: onChanged } = useRevalidator();
  useTabTitle("sources");
  const services = useServices();
  const { t } = useTranslation("project");
  const { t: tGroups } = useTranslation("groups");
  const { t: tImports } = useTranslation("imports");
  // An address may open a form: the links of empty lists do.
  const [params] = useSearchParams();
  const hasRoom = (sourcesLeft(plan, sources.length) ?? 1) > 0;
  const [adding, setAdding] = useState<AddedKind | null>(
    () => (canChange && hasRoom && KINDS.find((kind) => kind === params.get("add"))) || null,
  );
  const head = useRef<HTMLDivElement>(null);
  const close = () => setAdding(null);
  /** Its button is mounted again, and gets the focus. */
  const cancel = () => {
    close();
    returnFocus(() => head.current?.querySelector<HTMLElement>("[aria-haspopup]") ?? null);
  };
  const added = async () => {
    close();
    await onChanged();
  };
  const [filter, setFilter] = useState(NO_FILTER);
  const linkedGroups = useLinkedGroups(slug);
  const { details, isReady, pause, writing, keep } = useSourceDetails(slug);
  const { ledgers, isReady: hasLedgers, compare, refetch: reloadLedgers } = useSourceLedgers(slug);
  const { found, named, counts } = filterSources(sources, filter, details);
  const groupCounts: Record<string, number> = {};
  for (const { group } of Object.values(details))
    if (group) groupCounts[group.group_id] = (groupCounts[group.group_id] ?? 0) + 1;
  const webhook = useNewWebhook(slug);
  const dialogs = useSourceDialogs();
  const remove = useConfirmation(
    (source: LinkedSource) => services.sources.remove(slug, SOURCE_PATHS[source.kind], source.id),
    {
      onSuccess: async () => {
        await onChanged();
      },
    },
  );

  return (
    <Stack gap={4}>
      <div ref={head} className={styles.head}>
        <h2>{t("sources.title")}</h2>
        {onSync && sources.length > 0 && (
          <Button
            variant="outlined"
            icon={<RefreshIcon />}
            text={t("sync.now")}
            loading={isStarting}
            onClick={onSync}
          />
        )}
        {canChange && hasRoom && adding === null && (
          <MenuButton
            placement="bottom-end"
            button={{ variant: "outlined", icon: <PlusIcon />, text: t("sources.add") }}
            content={
              <Menu>
                {KINDS.map((kind) => (
                  <MenuItem key={kind} text={t(`sources.addKind.${kind}`)} onClick={() => setAdding(kind)} />
                ))}
                <MenuDivider />
                <MenuItem text={tGroups("form.open")} onClick={() => setAdding("group")} />
                {store.plan.has("custom_integrations") && (
                  <MenuItem text={tImports("form.open")} onClick={() => setAdding("custom")} />
                )}
              </Menu>
            }
          />
        )}
      </div>
      {canChange && <PlanLimitNotice plan={plan} sources={sources.length} />}
      {adding === "group" && (
        <LinkGroupSection
          slug={slug}
          plan={plan}
          connected={connected}
          onDone={() => {
            close();
            linkedGroups.refetch();
          }}
          onCancel={cancel}
        />
      )}
      {linkedGroups.groups.length > 0 && (
        <GroupsSection
          groups={linkedGroups.groups}
          counts={groupCounts}
          canChange={canChange}
          connected={connected}
          onCompare={(id) => void linkedGroups.compare.mutate(id)}
          onChanged={async () => {
            linkedGroups.refetch();
            await onChanged();
          }}
        />
      )}
      {adding === "custom" && <CustomSourceSection slug={slug} onDone={added} onCancel={cancel} />}
      {adding && adding !== "group" && adding !== "custom" && (
        <LinkSourceSection
          slug={slug}
          plan={plan}
          kind={adding}
          linked={sources.filter(({ kind }) => kind === adding)}
          connected={connected}
          onDone={added}
          onCancel={cancel}
        />
      )}
      {sources.length === 0 ? (
        adding === null &&
        linkedGroups.groups.length === 0 && (
          <EmptyState icon={<LinkIcon size={32} />} title={t("sources.none")}>
            {t(canChange ? "sources.noneText" : "sources.noneReadOnly")}
          </EmptyState>
        )
      ) : !(isReady && hasLedgers && linkedGroups.isReady) ? (
        // Details add lines and buttons to each row.
        <Skeleton shape="rows" count={Math.min(sources.length, FILTERED_FROM)} height="4.5rem" />
      ) : (
        <>
          {(sources.length >= FILTERED_FROM || linkedGroups.groups.length > 0) && (
            <SourceFilterBar
              filter={filter}
              groups={linkedGroups.groups}
              total={named.length}
              counts={counts}
              onChange={(part) => setFilter({ ...filter, ...part })}
            />
          )}
          {found.length === 0 && <p role="status">{tGroups("filterList.noMatch")}</p>}
          <SourceList
            sources={found}
            groupNames={Object.fromEntries(linkedGroups.groups.map(({ id, name }) => [id, name]))}
            isStarting={isStarting}
            onSync={onSync}
            details={details}
            ledgers={ledgers}
            comparing={compare.pending.map(([id]) => id)}
            busy={pause.pending.map(([id]) => id)}
            actions={
              canChange
                ? {
                    onPause: (source, isPaused) => void pause.mutate(source.id, isPaused).then(onChanged),
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
                    onWriting: (source, isAllowed) => void writing.mutate(source.id, isAllowed),
                    onChecks: dialogs.opener("checks"),
                    onReplies: dialogs.opener("replies"),
                    onCompare: ({ id }) => void compare.mutate(id),
                    onRemove: remove.ask,
                  }
                : undefined
            }
          />
        </>
      )}
      {mayInProject(role, "project.sync") && (
        <ScipSection slug={slug} repositories={sources.filter(({ kind }) => kind === "repository")} />
      )}
      {Object.values(details).some(
        ({ restricted_role }) => restricted_role && rolesFrom(role).includes(restricted_role),
      ) && <RestrictedItemsSection slug={slug} />}
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
    </Stack>
  );
});
