import type { FirstStep, FirstSteps as Steps } from "../../../contract/access/users.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Checklist } from "../patterns/Checklist.tsx";
import { PanelCard } from "../patterns/PanelCard.tsx";
import { Button } from "../ui/Button.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";

export interface FirstStepsProps {
  steps: Steps;
  /** The place of each step. */
  hrefs: Readonly<Record<FirstStep, string>>;
  /** Creates the first project; null for a user who has one. */
  wizardHref: string | null;
  isHiding?: boolean;
  onHide: () => void;
}

/** What a new user does first, as the server finds it done. */
export function FirstSteps({ steps, hrefs, wizardHref, isHiding = false, onHide }: FirstStepsProps) {
  const { t, format } = useTranslation("home");
  const done = steps.filter(({ done }) => done).length;
  return (
    <PanelCard
      title={t("firstSteps.title")}
      lead={t("firstSteps.done", { done: format.number(done), all: format.number(steps.length) })}
      actions={
        <Button size="small" variant="minimal" text={t("firstSteps.hide")} loading={isHiding} onClick={onHide} />
      }
    >
      <Checklist
        doneLabel={t("firstSteps.ticked")}
        openLabel={t("firstSteps.open")}
        items={steps.map(({ name, done: isDone }) => ({
          id: name,
          text: t(`firstSteps.${name}`),
          why: t(`firstSteps.${name}Why`),
          href: hrefs[name],
          isDone,
        }))}
      />
      {wizardHref !== null && (
        <div>
          <LinkButton intent="primary" size="large" href={wizardHref} text={t("firstSteps.action")} />
        </div>
      )}
    </PanelCard>
  );
}
