import { useTranslation } from "../../i18n/useTranslation.ts";
import { Icon } from "../ui/Icon.tsx";
import { TickIcon, WarningSignIcon } from "../ui/icons.ts";
import { PlainButton } from "../ui/PlainButton.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./WizardSteps.module.css";

/** In order. */
export const WIZARD_STEPS = ["name", "repositories", "trackers", "wikis", "people", "review"] as const;
export type WizardStep = (typeof WIZARD_STEPS)[number];

export interface WizardStepsProps {
  current: WizardStep;
  /** Completed steps. */
  done: readonly WizardStep[];
  /** Steps with a rejected value. */
  wrong?: readonly WizardStep[];
  /** Steps that may be opened now. The others are shown as text. */
  open: readonly WizardStep[];
  onOpen: (step: WizardStep) => void;
}

/** The current step of the wizard and the completed ones, with links back to them. */
export function WizardSteps({ current, done, wrong = [], open, onOpen }: WizardStepsProps) {
  const { t } = useTranslation("wizard");
  return (
    <nav aria-label={t("steps")}>
      <ol className={styles.steps}>
        {WIZARD_STEPS.map((step, index) => {
          const state = wrong.includes(step) ? "wrong" : done.includes(step) && step !== current ? "done" : "plain";
          const inner = (
            <>
              <span className={styles.mark} aria-hidden>
                {state === "wrong" ? (
                  <Icon of={WarningSignIcon} size={12} />
                ) : state === "done" ? (
                  <Icon of={TickIcon} size={14} />
                ) : (
                  index + 1
                )}
              </span>
              <span className={styles.name}>{t(`step.${step}`)}</span>
              {state !== "plain" && (
                <span className="visually-hidden">{t(state === "done" ? "done" : "hasError")}</span>
              )}
            </>
          );
          return (
            <li key={step} className={styles.step} data-state={state} data-current={step === current || undefined}>
              {step !== current && open.includes(step) ? (
                <PlainButton tone="muted" className={styles.item} onClick={() => onOpen(step)}>
                  {inner}
                </PlainButton>
              ) : (
                <Text tone="muted" className={styles.item} aria-current={step === current ? "step" : undefined}>
                  {inner}
                </Text>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
