import { useTranslation } from "../../i18n/useTranslation.ts";
import { Checklist } from "../patterns/Checklist.tsx";
import { PanelCard } from "../patterns/PanelCard.tsx";
import { Text } from "../ui/Text.tsx";
import { Card } from "../ui/Card.tsx";
import styles from "./SetupChecklist.module.css";

export const SETUP_STEPS = ["repository", "tracker", "wiki", "sync", "invite", "search"] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

/** So few open steps are one line: what the project is, below it, matters more by then. */
const FEW_LEFT = 2;

export interface SetupChecklistProps {
  done: ReadonlySet<SetupStep>;
  /** The place of each step. */
  hrefs: Readonly<Record<SetupStep, string>>;
  /** Progress of the first sync, 0 to 1; null while none runs or its size is unknown. */
  progress?: number | null;
}

/** What a new project still needs; each step is ticked by what was done, wherever it was done. */
export function SetupChecklist({ done, hrefs, progress = null }: SetupChecklistProps) {
  const { t, format } = useTranslation("overview");
  const isMostlyDone = SETUP_STEPS.length - done.size <= FEW_LEFT;
  const state = t("setup.done", { done: format.number(done.size), all: format.number(SETUP_STEPS.length) });
  const list = (
    <Checklist
      doneLabel={t("setup.ticked")}
      openLabel={t("setup.open")}
      items={SETUP_STEPS.filter((step) => !isMostlyDone || !done.has(step)).map((step) => ({
        id: step,
        text: t(`setup.${step}`),
        why: t(`setup.${step}Why`),
        href: hrefs[step],
        isDone: done.has(step),
        note: step === "sync" && progress !== null && (
          <Text tone="muted" isNumeric>
            {" "}
            {format.percent(progress)}
          </Text>
        ),
      }))}
    />
  );
  if (!isMostlyDone) {
    return (
      <PanelCard title={t("setup.title")} lead={state}>
        {list}
      </PanelCard>
    );
  }
  return (
    <Card as="section" padding={2} className={styles.short} aria-label={t("setup.title")}>
      <div>
        <Text as="h2" size="body" weight="strong">
          {t("setup.title")}
        </Text>
        <Text tone="muted" size="small">
          {state}
        </Text>
      </div>
      {list}
    </Card>
  );
}
