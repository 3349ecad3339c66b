import { useEffect, useRef, useState } from "react";
import type { PlanName } from "../../../contract/access/companies.ts";
import { providersOf } from "../../../contract/sources/openSource.ts";
import { SourceForm } from "../../components/sources/SourceForm.tsx";
import type { LinkedSource, SourceKind } from "../../domain/linkedSources.ts";
import { toSourceBody, emptyDraft, type SourceBody } from "../../domain/sourceDraft.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useServices } from "../appContext.tsx";
import { hrefTo } from "../paths.ts";
import { useAppOffer } from "./useAppOffer.ts";
import { useInstallations } from "./useInstallations.ts";
import { asSource, SOURCE_PATHS, useSourceCheck } from "./useSourceCheck.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { Card } from "../../components/ui/Card.tsx";
import styles from "./SourcesTab.module.css";

export interface LinkSourceSectionProps {
  slug: string;
  plan: PlanName;
  kind: SourceKind;
  /** The sources of this kind that the project has. */
  linked: readonly LinkedSource[];
  /** Providers at which the user has connected an account. */
  connected?: readonly string[] | undefined;
  onDone: () => Promise<void>;
  onCancel: () => void;
}

/** The form that links a source to the project. */
export function LinkSourceSection({ slug, plan, kind, linked, connected, onDone, onCancel }: LinkSourceSectionProps) {
  const { sources } = useServices();
  const { t } = useTranslation("project");
  const formatError = useErrorMessage();
  const [draft, setDraft] = useState(() => emptyDraft(kind));
  const installed = useInstallations(draft.signIn === "app" ? (draft.installation ?? null) : null);
  const appOffer = useAppOffer(
    draft,
    installed.installations,
    hrefTo.projectTab(slug, "sources", { add: kind }),
    setDraft,
  );
  const { check, validate, add, reset } = useSourceCheck(kind);
  const link = useMutation((body: SourceBody) => sources.add(slug, SOURCE_PATHS[kind], asSource(body)), {
    onSuccess: onDone,
  });
  // The pressed button is unmounted: focus moves to the first field.
  const form = useRef<HTMLElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>("select, input")?.focus(), []);
  return (
    <Card as="section" ref={form} className={styles.form} aria-label={t(`sources.addKind.${kind}`)}>
      <SourceForm
        kind={kind}
        draft={draft}
        check={check}
        linked={linked}
        providers={providersOf(plan, kind)}
        connected={connected}
        installed={installed}
        appOffer={appOffer}
        onChange={(next) => {
          reset();
          setDraft(next);
        }}
        onValidate={validate}
        onAdd={(checked) =>
          add(checked, async () => {
            const { error } = await link.mutate(toSourceBody(checked));
            return error && formatError(error);
          })
        }
        onCancel={onCancel}
      />
    </Card>
  );
}
