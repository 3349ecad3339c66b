import { observer } from "mobx-react-lite";
import { useRevalidator } from "react-router-dom";
import { mayInProject, rolesFrom } from "../../../contract/access/policy.ts";
import { EmptyState } from "../../components/patterns/EmptyState.tsx";
import { AddSourceMenu } from "../../components/sources/AddSourceMenu.tsx";
import { Button } from "../../components/ui/Button.tsx";
import { LinkIcon, RefreshIcon } from "../../components/ui/icons.ts";
import { Stack } from "../../components/ui/Stack.tsx";
import { PlanLimitNotice, sourcesLeft } from "../../components/wizard/PlanLimitNotice.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useTabTitle, useProject } from "../project/useProject.ts";
import { CustomSourceSection } from "./CustomSourceSection.tsx";
import { GroupsSection } from "./GroupsSection.tsx";
import { LinkGroupSection } from "./LinkGroupSection.tsx";
import { LinkSourceSection } from "./LinkSourceSection.tsx";
import { RestrictedItemsSection } from "./RestrictedItemsSection.tsx";
import { ScipSection } from "./ScipSection.tsx";
import { SourceListSection } from "./SourceListSection.tsx";
import { useAddedSource } from "./useAddedSource.ts";
import { useLinkedGroups } from "./useLinkedGroups.ts";
import { useSourceDetails } from "./useSourceDetails.ts";
import styles from "./SourcesTab.module.css";

/** The project's sources: their state, and where permitted, linking and unlinking. */
export const Component = observer(function SourcesTab() {
  const { project, sources, isStarting, onSync } = useProject();
  const { slug, role } = project;
  const store = useStore();
  const plan = store.plan.name ?? "Enterprise";
  const connected = store.session.user?.providers;
  const { revalidate: onChanged } = useRevalidator();
  useTabTitle("sources");
  const { t } = useTranslation("project");
  const canChange = mayInProject(role, "sources.change");
  const mayAdd = canChange && (sourcesLeft(plan, sources.length) ?? 1) > 0;
  const { adding, head, open, close, cancel } = useAddedSource(mayAdd);
  const { groups, isReady: hasGroups, compare, refetch: reloadGroups } = useLinkedGroups(slug);
  const sourceDetails = useSourceDetails(slug);
  const hasRestricted = Object.values(sourceDetails.details).some(
    ({ restricted_role }) => restricted_role && rolesFrom(role).includes(restricted_role),
  );
  const added = async () => {
    close();
    await onChanged();
  };
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
        {mayAdd && adding === null && <AddSourceMenu hasCustom={store.plan.has("custom_integrations")} onAdd={open} />}
      </div>
      {canChange && <PlanLimitNotice plan={plan} sources={sources.length} />}
      {adding === "group" && (
        <LinkGroupSection
          slug={slug}
          plan={plan}
          connected={connected}
          onDone={() => {
            close();
            reloadGroups();
          }}
          onCancel={cancel}
        />
      )}
      {groups.length > 0 && (
        <GroupsSection
          groups={groups}
          counts={sourceDetails.groupCounts}
          canChange={canChange}
          connected={connected}
          onCompare={(id) => void compare.mutate(id)}
          onChanged={async () => {
            reloadGroups();
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
      {sources.length === 0 && adding === null && groups.length === 0 && (
        <EmptyState icon={<LinkIcon size={32} />} title={t("sources.none")}>
          {t(canChange ? "sources.noneText" : "sources.noneReadOnly")}
        </EmptyState>
      )}
      <SourceListSection groups={hasGroups ? groups : null} sourceDetails={sourceDetails} connected={connected} />
      {mayInProject(role, "project.sync") && (
        <ScipSection slug={slug} repositories={sources.filter(({ kind }) => kind === "repository")} />
      )}
      {hasRestricted && <RestrictedItemsSection slug={slug} />}
    </Stack>
  );
});
