import { useCallback } from "react";
import type { PlanName } from "../../../contract/access/companies.ts";
import { providersOf } from "../../../contract/sources/openSource.ts";
import { SourceForm } from "../../components/sources/SourceForm.tsx";
import { SourcesStep } from "../../components/wizard/SourcesStep.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { SourceDraft } from "../../domain/sourceDraft.ts";
import { hrefTo } from "../paths.ts";
import { useAppOffer } from "../sources/useAppOffer.ts";
import { useInstallations } from "../sources/useInstallations.ts";
import type { SourceChecking } from "../sources/useSourceCheck.ts";
import type { WizardEdits } from "./useWizardDraft.ts";
import { countSources, shownForm, type WizardKind } from "./wizardDraft.ts";
import type { WizardProblems } from "./wizardProblems.ts";
import { pendingSources } from "./wizardSources.ts";

/** The names of the steps in the address. */
const STEPS = { repository: "repositories", tracker: "trackers", wiki: "wikis" } as const satisfies Record<
  WizardKind,
  string
>;

export interface WizardSourcesStepProps {
  kind: WizardKind;
  edits: WizardEdits;
  checking: SourceChecking;
  plan: PlanName;
  problems: WizardProblems;
  /** Providers at which the user has connected an account. */
  connected: readonly string[] | undefined;
  /** Validates the form and adds its source. */
  onAdd: () => void;
}

/** The sources of one kind, and the form that adds the next. */
export function WizardSourcesStep({ kind, edits, checking, plan, problems, connected, onAdd }: WizardSourcesStepProps) {
  const { draft, setForm } = edits;
  const { t } = useTranslation("wizard");
  const form = shownForm(draft, kind);
  const edited = draft.edited[kind]?.id ?? null;
  const { signIn, installation } = form;
  const installed = useInstallations(signIn === "app" ? (installation ?? null) : null);
  const keep = useCallback((next: SourceDraft) => setForm(kind, next), [setForm, kind]);
  const appOffer = useAppOffer(form, installed.installations, hrefTo.wizard({ step: STEPS[kind] }), keep);
  const sources = pendingSources(draft, kind, plan, problems);
  const edit = (id: string | null): void => {
    checking.reset();
    edits.editSource(kind, id);
  };
  return (
    <SourcesStep
      kind={kind}
      edited={edited}
      sources={sources}
      plan={plan}
      total={countSources(draft)}
      form={
        <SourceForm
          // Each source begins without the faults of the one before.
          key={edited}
          kind={kind}
          draft={form}
          linked={sources.filter(({ id }) => id !== edited)}
          providers={providersOf(plan, kind)}
          check={checking.check}
          connected={connected}
          installed={installed}
          appOffer={appOffer}
          onChange={(changed) => {
            checking.reset();
            setForm(kind, changed);
          }}
          {...(edited !== null && { action: t("saveEdit"), onCancel: () => edit(null) })}
          onValidate={checking.validate}
          onAdd={onAdd}
        />
      }
      onRemove={(id) => edits.removeSource(kind, id)}
      onEdit={edit}
    />
  );
}
