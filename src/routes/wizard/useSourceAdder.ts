import { useSourceCheck, type SourceChecking } from "../sources/useSourceCheck.ts";
import type { WizardEdits } from "./useWizardDraft.ts";
import { WIZARD_KINDS, shownForm, type WizardKind } from "./wizardDraft.ts";

export interface SourceAdder {
  /** The state of the request that validates a source, by its kind. */
  readonly checks: Readonly<Record<WizardKind, SourceChecking>>;
  readonly isAdding: boolean;
  /** Validates the source in the form at its host, and adds it to the draft. */
  readonly add: (kind: WizardKind, onAdded?: () => void) => void;
}

/** Adds the sources of the forms to the draft of the wizard, once their hosts have accepted them. */
export function useSourceAdder({ draft, addSource }: WizardEdits): SourceAdder {
  const checks = {
    repository: useSourceCheck("repository"),
    tracker: useSourceCheck("tracker"),
    wiki: useSourceCheck("wiki"),
  };
  return {
    checks,
    isAdding: WIZARD_KINDS.some((kind) => checks[kind].check.status === "adding"),
    add: (kind, onAdded) => {
      const form = shownForm(draft, kind);
      checks[kind].add(form, (found) => {
        addSource(kind, form, found);
        onAdded?.();
        return null;
      });
    },
  };
}
