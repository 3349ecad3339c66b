import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router-dom";
import type { PlanName } from "../../../contract/companies.ts";
import { rolesFrom } from "../../../contract/policy.ts";
import type { ProjectRole } from "../../../contract/projects.ts";
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
import type { SourceErrors } from "../../domain/sourceDraft.ts";
import type { NewWebhook, SourceAccess } from "../../../contract/sources.ts";
import { copyText } from "../copyText.ts";
import { useServices } from "../appContext.tsx";
import { sourceErrors } from "../sources/sourceErrors.ts";
import { SOURCE_PATHS, asSource, useSourceCheck } from "../sources/useSourceCheck.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { RestrictedAccessSection } from "./RestrictedAccessSection.tsx";
import { RestrictedItemsSection } from "./RestrictedItemsSection.tsx";
import { useSourceDetails } from "./useSourceDetails.ts";
import { Button } from "../../components/ui/Button.ts";
import { LinkIcon, PlusIcon, RefreshIcon } from "../../components/ui/icons.ts";
import styles from "./SourcesTab.module.css";

const KINDS = ["repository", "tracker", "wiki"] as const;
type Kind = (typeof KINDS)[number];

export interface SourcesTabProps {
  slug: string;
  sources: readonly LinkedSource[];
  plan: PlanName;
  /** Providers at which the user has connected an account. */
  connected?: readonly string[] | undefined;
  isStarting: boolean;
  /** Omit for users who may not start a sync. */
  onSync?: (() => void) | undefined;
  /** The caller's, in this project. */
  role: ProjectRole;
  /** False for users who may neither link nor unlink. */
  canChange: boolean;
  /** Called after a source was linked or unlinked. */
  onChanged: () => Promise<void>;
}

/** The project's sources: their state, and where permitted, linking and unlinking. */
export function SourcesTab({
  slug,
  sources,
  plan,
  connected,
  isStarting,
  onSync,
  role,
  canChange,
  onChanged,
}: SourcesTabProps) {
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
  const [isRemoving, setRemovingNow] = useState(false);
  const [failure, setFailure] = useState<string>();
  /** The kind whose form was cancelled: its button, which is mounted again, gets the focus. */
  const cancelled = useRef<Kind | null>(null);
  const { details, pause, keep } = useSourceDetails(slug, sources);
  const [renewing, setRenewing] = useState<{ source: LinkedSource; isBusy: boolean; errors?: SourceErrors } | null>(
    null,
  );
  const renew = async (source: LinkedSource, access: SourceAccess) => {
    setRenewing({ source, isBusy: true });
    const result = await services.sources.renewAccess(source.id, access);
    if (!result.success) {
      setRenewing({ source, isBusy: false, errors: sourceErrors(formatError(result.error)) });
      return;
    }
    setRenewing(null);
    await onChanged();
  };
  const [choosing, setChoosing] = useState<LinkedSource | null>(null);
  const [hooked, setHooked] = useState<{ name: string; webhook: NewWebhook | null; failure?: string } | null>(null);
  const hook = async (source: LinkedSource) => {
    setHooked({ name: source.name, webhook: null });
    const made = await services.sources.makeWebhook(source.id);
    setHooked(
      made.success
        ? { name: source.name, webhook: made.data }
        : { name: source.name, webhook: null, failure: formatError(made.error).text },
    );
  };

  const remove = async (source: LinkedSource) => {
    setRemovingNow(true);
    setFailure(undefined);
    const result = await services.sources.remove(slug, SOURCE_PATHS[source.kind], source.id);
    setRemovingNow(false);
    if (!result.success) {
      setFailure(formatError(result.error).text);
      return;
    }
    setRemoving(null);
    await onChanged();
  };

  return (
    <div className={styles.tab}>
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
          onAccess={canChange ? (source) => setRenewing({ source, isBusy: false }) : undefined}
          onRestricted={canChange ? setChoosing : undefined}
          onWebhook={canChange ? (source) => void hook(source) : undefined}
          onRemove={canChange ? setRemoving : undefined}
        />
      )}
      {Object.values(details).some(
        ({ restricted_role }) => restricted_role && rolesFrom(role).includes(restricted_role),
      ) && <RestrictedItemsSection slug={slug} version={sources.map(({ sync }) => sync.finished_at ?? "").join()} />}
      <AccessDialog
        source={renewing?.source ?? null}
        connected={connected}
        isBusy={renewing?.isBusy}
        errors={renewing?.errors}
        onRenew={(access) => {
          if (renewing) void renew(renewing.source, access);
        }}
        onClose={() => setRenewing(null)}
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
        failure={hooked?.failure}
        onCopy={copyText}
        onClose={() => setHooked(null)}
      />
      <ConfirmDialog
        isOpen={removing !== null}
        title={t("sources.removeTitle", { name: removing?.name ?? "" })}
        text={t("sources.removeText")}
        action={t("sources.remove")}
        isBusy={isRemoving}
        failure={failure}
        onConfirm={() => {
          if (removing) void remove(removing);
        }}
        onCancel={() => {
          setFailure(undefined);
          setRemoving(null);
        }}
      />
    </div>
  );
}

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
