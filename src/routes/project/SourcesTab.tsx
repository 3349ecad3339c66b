import { observer } from "mobx-react-lite";
import { useEffect, useRef, useState } from "react";
import { useRevalidator, useSearchParams } from "react-router-dom";
import type { PlanName } from "../../../contract/companies.ts";
import { mayInProject, rolesFrom } from "../../../contract/policy.ts";
import { providersOf } from "../../../contract/openSource.ts";
import { ConfirmDialog } from "../../components/patterns/ConfirmDialog.tsx";
import { EmptyState } from "../../components/patterns/EmptyState.tsx";
import { PlanLimitNotice, sourcesLeft } from "../../components/wizard/PlanLimitNotice.tsx";
import { SourceForm } from "../../components/sources/SourceForm.tsx";
import { bodyOf, emptyDraft, type SourceBody } from "../../domain/sourceDraft.ts";
import { SourceList } from "../../components/sources/SourceList.tsx";
import { WebhookDialog } from "../../components/sources/WebhookDialog.tsx";
import type { LinkedSource } from "../../domain/linkedSources.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { SourceDetail } from "../../../contract/sources.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";
import { SOURCE_PATHS, asSource, useSourceCheck } from "../sources/useSourceCheck.ts";
import { useConfirmation } from "../useConfirmation.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { AccessSection } from "./AccessSection.tsx";
import { RefsSection } from "./RefsSection.tsx";
import { RenameSection } from "./RenameSection.tsx";
import { RestrictedAccessSection } from "./RestrictedAccessSection.tsx";
import { RestrictedItemsSection } from "./RestrictedItemsSection.tsx";
import { ScipSection } from "./ScipSection.tsx";
import { usePartTitle, useProject } from "./useProject.ts";
import { useNewWebhook } from "./useNewWebhook.ts";
import { useSourceDetails } from "./useSourceDetails.ts";
import { Button } from "../../components/ui/Button.tsx";
import { LinkIcon, PlusIcon, RefreshIcon } from "../../components/ui/icons.ts";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { Stack } from "../../components/ui/Stack.tsx";
import styles from "./SourcesTab.module.css";

const KINDS = ["repository", "tracker", "wiki"] as const;
type Kind = (typeof KINDS)[number];

/** The dialog that changes a source. */
interface OpenDialog {
  readonly dialog: "access" | "rename" | "refs" | "restricted";
  readonly source: LinkedSource;
}

/** The project's sources: their state, and where permitted, linking and unlinking. */
export const Component = observer(function SourcesTab() {
  const { project, sources, isStarting, onSync } = useProject();
  const { slug, role } = project;
  const store = useStore();
  const plan = store.plan.name ?? "Enterprise";
  const connected = store.session.user?.providers;
  const canChange = mayInProject(role, "sources.change");
  const { revalidate: onChanged } = useRevalidator();
  usePartTitle("sources");
  const services = useServices();
  const { t } = useTranslation("project");
  // An address may open a form: the links of empty lists do.
  const [params] = useSearchParams();
  const hasRoom = (sourcesLeft(plan, sources.length) ?? 1) > 0;
  const [adding, setAdding] = useState<Kind | null>(
    () => (canChange && hasRoom && KINDS.find((kind) => kind === params.get("add"))) || null,
  );
  /** The kind whose form was cancelled: its button, which is mounted again, gets the focus. */
  const cancelled = useRef<Kind | null>(null);
  const { details, isReady, pause, keep } = useSourceDetails(slug);
  const webhook = useNewWebhook(slug);
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const sourceOf = (dialog: OpenDialog["dialog"]): LinkedSource | null =>
    open?.dialog === dialog ? open.source : null;
  const ask = (dialog: OpenDialog["dialog"]) => (source: LinkedSource) => setOpen({ dialog, source });
  const close = () => setOpen(null);
  /** Closes the dialog that changed the source, unless another one was opened meanwhile. */
  const handleChanged = (dialog: OpenDialog["dialog"]) => async (detail: SourceDetail) => {
    keep(detail);
    setOpen((now) => (now?.dialog === dialog && now.source.id === detail.id ? null : now));
    await onChanged();
  };
  const refsOf = sourceOf("refs");
  const restrictedOf = sourceOf("restricted");
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
      <div className={styles.head}>
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
        {canChange &&
          hasRoom &&
          adding === null &&
          KINDS.map((kind) => (
            <Button
              key={kind}
              ref={(button) => {
                if (button === null || cancelled.current !== kind) return;
                cancelled.current = null;
                button.focus();
              }}
              variant="outlined"
              icon={<PlusIcon />}
              text={t(`sources.addKind.${kind}`)}
              onClick={() => setAdding(kind)}
            />
          ))}
      </div>
      {canChange && <PlanLimitNotice plan={plan} sources={sources.length} />}
      {adding && (
        <LinkSource
          slug={slug}
          plan={plan}
          kind={adding}
          linked={sources.filter(({ kind }) => kind === adding)}
          connected={connected}
          onDone={async () => {
            setAdding(null);
            await onChanged();
          }}
          onCancel={() => {
            cancelled.current = adding;
            setAdding(null);
          }}
        />
      )}
      {sources.length === 0 ? (
        adding === null && (
          <EmptyState icon={<LinkIcon size={32} />} title={t("sources.none")}>
            {t(canChange ? "sources.noneText" : "sources.noneReadOnly")}
          </EmptyState>
        )
      ) : !isReady ? (
        // Details add lines and buttons to each row.
        <Skeleton shape="rows" count={sources.length} height="4.5rem" />
      ) : (
        <SourceList
          sources={sources}
          isStarting={isStarting}
          onSync={onSync}
          details={details}
          busy={pause.pending.map(([id]) => id)}
          actions={
            canChange
              ? {
                  onPause: (source, isPaused) => void pause.mutate(source.id, isPaused).then(onChanged),
                  onAccess: ask("access"),
                  onRename: ask("rename"),
                  onRestricted: ask("restricted"),
                  onRefs: ask("refs"),
                  onWebhook: webhook.create,
                  onRemove: remove.ask,
                }
              : undefined
          }
        />
      )}
      {mayInProject(role, "project.sync") && (
        <ScipSection slug={slug} repositories={sources.filter(({ kind }) => kind === "repository")} />
      )}
      {Object.values(details).some(
        ({ restricted_role }) => restricted_role && rolesFrom(role).includes(restricted_role),
      ) && <RestrictedItemsSection slug={slug} />}
      <AccessSection
        source={sourceOf("access")}
        connected={connected}
        onDone={handleChanged("access")}
        onClose={close}
      />
      <RenameSection source={sourceOf("rename")} onDone={handleChanged("rename")} onClose={close} />
      <RefsSection
        source={refsOf && { ...refsOf, patterns: details[refsOf.id]?.refs.patterns ?? [] }}
        onDone={handleChanged("refs")}
        onClose={close}
      />
      <RestrictedAccessSection
        source={restrictedOf && { ...restrictedOf, role: details[restrictedOf.id]?.restricted_role ?? null }}
        onDone={handleChanged("restricted")}
        onClose={close}
      />
      <WebhookDialog {...webhook.dialog} />
      <ConfirmDialog
        {...remove.dialog}
        title={t("sources.removeTitle", { name: remove.subject?.name ?? "" })}
        text={t("sources.removeText")}
        action={t("sources.remove")}
      />
    </Stack>
  );
});

interface LinkSourceProps {
  slug: string;
  plan: PlanName;
  kind: Kind;
  linked: readonly LinkedSource[];
  connected?: readonly string[] | undefined;
  onDone: () => Promise<void>;
  onCancel: () => void;
}

function LinkSource({ slug, plan, kind, linked, connected, onDone, onCancel }: LinkSourceProps) {
  const { sources } = useServices();
  const { t } = useTranslation("project");
  const formatError = useErrorMessage();
  const [draft, setDraft] = useState(() => emptyDraft(kind));
  const { check, validate, add, reset } = useSourceCheck(kind);
  const link = useMutation((body: SourceBody) => sources.add(slug, SOURCE_PATHS[kind], asSource(body)), {
    onSuccess: onDone,
  });
  // The pressed button is unmounted: focus moves to the first field.
  const form = useRef<HTMLElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>("select, input")?.focus(), []);
  return (
    <section ref={form} className={styles.form} aria-label={t(`sources.addKind.${kind}`)}>
      <SourceForm
        kind={kind}
        draft={draft}
        check={check}
        linked={linked}
        providers={providersOf(plan, kind)}
        connected={connected}
        onChange={(next) => {
          reset();
          setDraft(next);
        }}
        onValidate={validate}
        onAdd={(checked) =>
          add(checked, async () => {
            const { error } = await link.mutate(bodyOf(checked));
            return error && formatError(error);
          })
        }
        onCancel={onCancel}
      />
    </section>
  );
}
