import type { PlanName } from "../../../contract/access/companies.ts";
import type { ReactNode } from "react";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { PlanLimitNotice } from "./PlanLimitNotice.tsx";
import type { WizardStep } from "./WizardSteps.tsx";
import { PendingSources, type PendingSource } from "./SourcesStep.tsx";
import { Button } from "../ui/Button.tsx";
import { Callout } from "../ui/Callout.tsx";
import { Stack } from "../ui/Stack.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./ReviewStep.module.css";

export interface ReviewStepProps {
  name: string;
  repositories: readonly PendingSource[];
  trackers: readonly PendingSource[];
  wikis: readonly PendingSource[];
  /** Groups whose repositories follow. */
  groups?: readonly PendingSource[];
  emails: readonly string[];
  plan: PlanName;
  onOpen: (step: WizardStep) => void;
}

const PARTS = ["name", "repositories", "trackers", "wikis", "people"] as const;

/** All input, each part with a link to its step. */
export function ReviewStep({
  name,
  repositories,
  trackers,
  wikis,
  groups = [],
  emails,
  plan,
  onOpen,
}: ReviewStepProps) {
  const { t } = useTranslation("wizard");
  const none = <Text tone="muted">{t("review.none")}</Text>;
  const values: Record<(typeof PARTS)[number], ReactNode> = {
    name: name.trim() === "" ? none : name.trim(),
    repositories:
      repositories.length + groups.length === 0 ? (
        none
      ) : (
        <PendingSources kind="repository" sources={[...repositories, ...groups]} />
      ),
    trackers: trackers.length === 0 ? none : <PendingSources kind="tracker" sources={trackers} />,
    wikis: wikis.length === 0 ? none : <PendingSources kind="wiki" sources={wikis} />,
    people: emails.length === 0 ? none : <EmailList emails={emails} />,
  };
  const sources = repositories.length + trackers.length + wikis.length;
  return (
    <Stack gap={4}>
      <PlanLimitNotice plan={plan} sources={sources} />
      <dl className={styles.parts}>
        {PARTS.map((step) => (
          <div key={step} className={styles.part}>
            <Text as="dt" tone="muted">
              {t(`step.${step}`)}
            </Text>
            <dd>{values[step]}</dd>
            <dd className={styles.change}>
              <Button
                size="small"
                variant="minimal"
                text={t("review.change")}
                aria-label={t("review.changeStep", { step: t(`step.${step}`) })}
                onClick={() => onOpen(step)}
              />
            </dd>
          </div>
        ))}
      </dl>
      {sources + groups.length === 0 && <Callout>{t("review.noSources")}</Callout>}
    </Stack>
  );
}

function EmailList({ emails }: { emails: readonly string[] }) {
  return (
    <Stack as="ul" gap={0}>
      {emails.map((email) => (
        <li key={email}>{email}</li>
      ))}
    </Stack>
  );
}
