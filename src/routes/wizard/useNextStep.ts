import { useState } from "react";
import type { PlanName } from "../../../contract/access/companies.ts";
import { sourcesLeft } from "../../components/wizard/PlanLimitNotice.tsx";
import type { WizardStep } from "../../components/wizard/WizardSteps.tsx";
import { isSameSource } from "../../domain/sourceDraft.ts";
import type { SourceAdder } from "./useSourceAdder.ts";
import type { WizardEdits } from "./useWizardDraft.ts";
import type { WizardGroups } from "./useWizardGroups.ts";
import type { WizardStepAddress } from "./useWizardStep.ts";
import { countSources, type WizardKind } from "./wizardDraft.ts";
import { isNameValid } from "./wizardProblems.ts";

/** The kind of the sources that a step adds. */
export const STEP_KINDS: Partial<Record<WizardStep, WizardKind>> = {
  repositories: "repository",
  trackers: "tracker",
  wikis: "wiki",
};

export interface NextStepOptions {
  readonly address: WizardStepAddress;
  readonly edits: WizardEdits;
  readonly groups: WizardGroups;
  readonly plan: PlanName;
  readonly sources: Pick<SourceAdder, "add">;
  /** Creates the project, after the last step. */
  readonly onCreate: () => void;
}

/** Leaves a step of the wizard. A filled form counts as meant to be added, so it is added on the way. */
export function useNextStep({ address, edits, groups, plan, sources, onCreate }: NextStepOptions) {
  const { step, openNext } = address;
  const { draft } = edits;
  const [isNameSubmitted, setNameSubmitted] = useState(false);

  const leaveSourceStep = (kind: WizardKind): void => {
    const form = draft.forms[kind];
    const hasForm = sourcesLeft(plan, countSources(draft)) !== 0 && form.url.trim() !== "";
    if (draft.edited[kind]) {
      // What is typed for a new source is shown after the change, and not added unseen.
      sources.add(kind, hasForm ? undefined : openNext);
    } else if (hasForm && !draft.sources[kind].some((source) => isSameSource(source.draft, form))) {
      sources.add(kind, openNext);
    } else openNext();
  };

  const goToNext = (): void => {
    if (step === "review") {
      onCreate();
      return;
    }
    if (step === "name") setNameSubmitted(true);
    if (step === "name" && !isNameValid(draft.name)) {
      document.querySelector<HTMLElement>("input[name=name]")?.focus();
      return;
    }
    if (step === "repositories" && groups.form.url.trim() !== "") {
      groups.add();
      // What is typed for a new group is shown after the change, and not added unseen.
      if (groups.hasHiddenForm) return;
    }
    const kind = STEP_KINDS[step];
    if (kind) leaveSourceStep(kind);
    else openNext();
  };

  return { isNameSubmitted, goToNext };
}
