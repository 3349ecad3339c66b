import { useEffect } from "react";
import { useSearchParams } from "react-router-dom";
import { WIZARD_STEPS, type WizardStep } from "../../components/wizard/WizardSteps.tsx";

export interface WizardStepAddress {
  readonly step: WizardStep;
  readonly open: (step: WizardStep) => void;
  readonly openNext: () => void;
  readonly openPrevious: () => void;
}

/** The step in the address. Without a valid name only the first step can be open. */
export function useWizardStep(hasName: boolean): WizardStepAddress {
  const [params, setParams] = useSearchParams();
  const addressed = WIZARD_STEPS.find((step) => step === params.get("step")) ?? "name";
  const step = hasName ? addressed : "name";
  // For an address from elsewhere: without this the first letter of the name would jump to its step.
  const isTooFar = addressed !== step;
  useEffect(() => {
    if (isTooFar) setParams({}, { replace: true });
  }, [isTooFar, setParams]);
  const open = (target: WizardStep) => setParams(target === "name" ? {} : { step: target });
  const at = WIZARD_STEPS.indexOf(step);
  return {
    step,
    open,
    openNext: () => open(WIZARD_STEPS[at + 1] ?? "review"),
    openPrevious: () => open(WIZARD_STEPS[at - 1] ?? "name"),
  };
}
