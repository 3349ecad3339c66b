import type { PlanName } from "../../../contract/access/companies.ts";
import { providersOf } from "../../../contract/sources/openSource.ts";
import { SourceForm } from "../../components/sources/SourceForm.tsx";
import { SourcesStep } from "../../components/wizard/SourcesStep.tsx";
import { useInstallations } from "../sources/useInstallations.ts";
import type { SourceChecking } from "../sources/useSourceCheck.ts";
import type { WizardEdits } from "./useWizardDraft.ts";
import { countSources, type WizardKind } from "./wizardDraft.ts";
import type { WizardProblems } from "./wizardProblems.ts";
import { pendingSources } from "./wizardSources.ts";

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
  const { draft } = edits;
  const { signIn, installation } = draft.forms[kind];
  const installed = useInstallations(signIn === "app" ? (installation ?? null) : null);
  const sources = pendingSources(draft, kind, plan, problems);
  return (
    <SourcesStep
      kind={kind}
      sources={sources}
      plan={plan}
      total={countSources(draft)}
      form={
        <SourceForm
          kind={kind}
          draft={draft.forms[kind]}
          linked={sources}
          providers={providersOf(plan, kind)}
          check={checking.check}
          connected={connected}
          installed={installed}
          onChange={(form) => {
            checking.reset();
            edits.setForm(kind, form);
          }}
          onValidate={checking.validate}
          onAdd={onAdd}
        />
      }
      onRemove={(id) => edits.removeSource(kind, id)}
      onEdit={(id) => {
        checking.reset();
        edits.editSource(kind, id);
      }}
    />
  );
}
