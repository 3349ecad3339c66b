import { useTranslation } from "../../i18n/useTranslation.ts";
import { Icon } from "../ui/Icon.tsx";
import { CircleIcon, TickCircleIcon } from "../ui/icons.ts";
import { PanelCard } from "../patterns/PanelCard.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./SetupChecklist.module.css";

export const SETUP_STEPS = ["repository", "tracker", "wiki", "sync", "invite", "search"] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

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
  return (
    <PanelCard
      title={t("setup.title")}
      lead={t("setup.done", { done: format.number(done.size), all: format.number(SETUP_STEPS.length) })}
    >
      <ul className={styles.steps}>
        {SETUP_STEPS.map((step) => {
          const isDone = done.has(step);
          return (
            <li key={step} className={styles.step} data-done={isDone || undefined}>
              <Text tone={isDone ? "success" : "muted"} className={styles.mark}>
                <Icon of={isDone ? TickCircleIcon : CircleIcon} label={t(isDone ? "setup.ticked" : "setup.open")} />
              </Text>
              <span>
                {isDone ? t(`setup.${step}`) : <a href={hrefs[step]}>{t(`setup.${step}`)}</a>}
                {step === "sync" && !isDone && progress !== null && (
                  <Text tone="muted" isNumeric>
                    {" "}
                    {format.percent(progress)}
                  </Text>
                )}
                {!isDone && (
                  <Text as="div" tone="muted" size="small">
                    {t(`setup.${step}Why`)}
                  </Text>
                )}
              </span>
            </li>
          );
        })}
      </ul>
    </PanelCard>
  );
}
