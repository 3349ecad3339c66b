import { useEffect, useRef, type ReactNode } from "react";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { ErrorState, type ErrorInfo } from "../patterns/ErrorState.tsx";
import { WIZARD_STEPS, WizardSteps, type WizardStep } from "./WizardSteps.tsx";
import { Button } from "../ui/Button.tsx";
import { ArrowRightIcon } from "../ui/icons.ts";
import { Stack } from "../ui/Stack.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./WizardFrame.module.css";

export interface WizardFrameProps {
  step: WizardStep;
  done: readonly WizardStep[];
  wrong?: readonly WizardStep[];
  open: readonly WizardStep[];
  /** Why the project could not be created. */
  failure?: ErrorInfo | null;
  isBusy?: boolean;
  /** False while the plan or an invalid value blocks the next step. */
  canGoOn?: boolean;
  onOpen: (step: WizardStep) => void;
  onBack: () => void;
  /** Next, or create on the last step. */
  onNext: () => void;
  children: ReactNode;
}

const TITLES = {
  name: "name.title",
  repositories: "repositories.title",
  trackers: "trackers.title",
  wikis: "wikis.title",
  people: "people.title",
  review: "review.title",
} as const;
const TEXTS = {
  name: "name.text",
  repositories: "repositories.text",
  trackers: "trackers.text",
  wikis: "wikis.text",
  people: "people.text",
  review: "review.text",
} as const;

/** The frame of a wizard step: position, title, and buttons. A new step moves focus to its heading. */
export function WizardFrame({
  step,
  done,
  wrong,
  open,
  failure,
  isBusy = false,
  canGoOn = true,
  onOpen,
  onBack,
  onNext,
  children,
}: WizardFrameProps) {
  const { t } = useTranslation("wizard");
  const heading = useRef<HTMLHeadingElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current) heading.current?.focus();
    isFirst.current = false;
  }, [step]);
  const isLast = step === "review";
  return (
    <div className={styles.wizard}>
      <WizardSteps current={step} done={done} {...(wrong && { wrong })} open={open} onOpen={onOpen} />
      <section className={styles.page} aria-labelledby="wizard-heading">
        <Text as="p" tone="muted" className={styles.place}>
          {t("stepOf", { step: WIZARD_STEPS.indexOf(step) + 1, total: WIZARD_STEPS.length })}
        </Text>
        <h2 id="wizard-heading" ref={heading} tabIndex={-1} className={styles.title}>
          {t(TITLES[step])}
        </h2>
        <Text as="p" tone="muted" className={styles.text}>
          {t(TEXTS[step])}
        </Text>
        <Stack gap={4}>{children}</Stack>
        {failure && <ErrorState title={t("review.failed")} failure={failure} onRetry={onNext} />}
      </section>
      <footer className={styles.actions}>
        {step !== "name" && <Button variant="outlined" text={t("back")} disabled={isBusy} onClick={onBack} />}
        <Button
          intent="primary"
          text={t(isLast ? "create" : "next")}
          endIcon={isLast ? undefined : <ArrowRightIcon />}
          loading={isBusy}
          disabled={!canGoOn}
          onClick={onNext}
        />
        <Text as="p" tone="muted" className={styles.kept}>
          {t("leave")}
        </Text>
      </footer>
    </div>
  );
}
