import { observer } from "mobx-react-lite";
import { useEffect, useRef, useState } from "react";
import { useRevalidator, useSearchParams } from "react-router-dom";
import type { PlanName } from "../../../contract/companies.ts";
import { mayInProject, rolesFrom } from "../../../contract/policy.ts";
import { providersOf } from "../../../contract/openSource.ts";
import { ConfirmDialog } from "../../components/patterns/ConfirmDialog.tsx";
import { EmptyState } from "../../components/patterns/EmptyState.tsx";
import { PlanLimitNotice, sourcesLeft } from "../../components/company/PlanLimitNotice.tsx";
import { SourceForm } from "../../components/sources/SourceForm.tsx";
import { bodyOf, emptyDraft } from "../../domain/sourceDraft.ts";
import { SourceList } from "../../components/sources/SourceList.tsx";
import { AccessDialog } from "../../components/sources/AccessDialog.tsx";
import { WebhookDialog } from "../../components/sources/WebhookDialog.tsx";
import type { LinkedSource } from "../../domain/linkedSources.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { NewWebhook, SourceAccess } from "../../../contract/sources.ts";
import { copyText } from "../copyText.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";
import { sourceErrors } from "../sources/sourceErrors.ts";
import { SOURCE_PATHS, asSource, useSourceCheck } from "../sources/useSourceCheck.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { RefsSection } from "./RefsSection.tsx";
import { RestrictedAccessSection } from "./RestrictedAccessSection.tsx";
import { RestrictedItemsSection } from "./RestrictedItemsSection.tsx";
import { usePartTitle, useProject } from "./useProject.ts";
import type { ApiError } from "../../services/result.ts";
import { useSourceDetails } from "./useSourceDetails.ts";
import { Button } from "../../components/ui/Button.ts";
import { LinkIcon, PlusIcon, RefreshIcon } from "../../components/ui/icons.ts";
import { Stack } from "../../components/ui/Stack.tsx";
import styles from "./SourcesTab.module.css";

const KINDS = ["repository", "tracker", "wiki"] as const;
type Kind = (typeof KINDS)[number];

/** The webhook of a source: null while it is made. */
interface OpenWebhook {
  readonly id: string;
  readonly name: string;
  readonly webhook: NewWebhook | null;
  readonly failure: ApiError | null;
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
  const formatError = useErrorMessage();
  // An address may open a form: the links of empty lists do.
  const [params] = useSearchParams();
  const hasRoom = (sourcesLeft(plan, sources.length) ?? 1) > 0;
  const [adding, setAdding] = useState<Kind | null>(
    () => (canChange && hasRoom && KINDS.find((kind) => kind === params.get("add"))) || null,
  );
  const [removing, setRemoving] = useState<LinkedSource | null>(null);
  /** The kind whose form was cancelled: its button, which is mounted again, gets the focus. */
  const cancelled = useRef<Kind | null>(null);
  const { details, pause, keep } = useSourceDetails(slug);
  const [renewing, setRenewing] = useState<LinkedSource | null>(null);
  const renew = useMutation((id: string, access: SourceAccess) => services.sources.renewAccess(id, access), {
    invalidates: [queryKeys.sourceDetails(slug)],
    onSuccess: async (_detail, id) => {
      setRenewing((now) => (now?.id === id ? null : now));
      await onChanged();
    },
  });
  const [choosing, setChoosing] = useState<LinkedSource | null>(null);
  const [naming, setNaming] = useState<LinkedSource | null>(null);
  const [hooked, setHooked] = useState<OpenWebhook | null>(null);
  const hook = useMutation(({ id }: LinkedSource) => services.sources.makeWebhook(id), {
    invalidates: [queryKeys.sourceDetails(slug)],
    // Meanwhile the dialog may have been closed, or show another source.
    onSuccess: (webhook, { id }) => setHooked((now) => (now?.id === id ? { ...now, webhook } : now)),
    onError: (failure, { id }) => setHooked((now) => (now?.id === id ? { ...now, failure } : now)),
  });
  const remove = useMutation(
    (source: LinkedSource) => services.sources.remove(slug, SOURCE_PATHS[source.kind], source.id),
    {
      onSuccess: async () => {
        setRemoving(null);
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
      ) : (
        <SourceList
          sources={sources}
          isStarting={isStarting}
          onSync={onSync}
          details={details}
          onPause={canChange ? (source, isPaused) => void pause(source.id, isPaused).then(onChanged) : undefined}
          onAccess={canChange ? setRenewing : undefined}
          onRestricted={canChange ? setChoosing : undefined}
          onRefs={canChange ? setNaming : undefined}
          onWebhook={
            canChange
              ? (source) => {
                  setHooked({ id: source.id, name: source.name, webhook: null, failure: null });
                  void hook.mutate(source);
                }
              : undefined
          }
          onRemove={canChange ? setRemoving : undefined}
        />
      )}
      {Object.values(details).some(
        ({ restricted_role }) => restricted_role && rolesFrom(role).includes(restricted_role),
      ) && <RestrictedItemsSection slug={slug} />}
      <AccessDialog
        source={renewing}
        connected={connected}
        isBusy={renew.isPending}
        errors={renew.error ? sourceErrors(formatError(renew.error)) : undefined}
        onRenew={(access) => {
          if (renewing) void renew.mutate(renewing.id, access);
        }}
        onClose={() => {
          renew.reset();
          setRenewing(null);
        }}
      />
      <RefsSection
        source={naming && { ...naming, patterns: details[naming.id]?.refs.patterns ?? [] }}
        onDone={async (detail) => {
          keep(detail);
          setNaming(null);
          await onChanged();
        }}
        onClose={() => setNaming(null)}
      />
      <RestrictedAccessSection
        source={choosing && { ...choosing, role: details[choosing.id]?.restricted_role ?? null }}
        onDone={async (detail) => {
          keep(detail);
          setChoosing(null);
          await onChanged();
        }}
        onClose={() => setChoosing(null)}
      />
      <WebhookDialog
        name={hooked?.name ?? null}
        webhook={hooked?.webhook ?? null}
        failure={hooked?.failure ? formatError(hooked.failure).text : undefined}
        onCopy={copyText}
        onClose={() => setHooked(null)}
      />
      <ConfirmDialog
        isOpen={removing !== null}
        title={t("sources.removeTitle", { name: removing?.name ?? "" })}
        text={t("sources.removeText")}
        action={t("sources.remove")}
        isBusy={remove.isPending}
        failure={remove.error ? formatError(remove.error).text : undefined}
        onConfirm={() => {
          if (removing) void remove.mutate(removing);
        }}
        onCancel={() => {
          remove.reset();
          setRemoving(null);
        }}
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
        onAdd={(whole) =>
          add(whole, async () => {
            const result = await sources.add(slug, SOURCE_PATHS[kind], asSource(bodyOf(whole)));
            if (!result.success) return formatError(result.error);
            await onDone();
            return null;
          })
        }
        onCancel={onCancel}
      />
    </section>
  );
}
