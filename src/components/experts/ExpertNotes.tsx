import type { Expert, ExpertContext } from "../../../contract/people/experts.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Text } from "../ui/Text.tsx";
import styles from "./ExpertsPanel.module.css";

export interface ExpertNotesProps {
  experts: readonly Expert[];
  /** Context of the ranking; null while it loads or after a failure. */
  context: ExpertContext | null;
}

/** What a list of people excludes or cannot know. */
export function ExpertNotes({ experts, context }: ExpertNotesProps) {
  const { t, format } = useTranslation("experts");
  const isUnknown = experts.length > 0 && experts.every(({ availability }) => availability === null);
  return (
    <Text as="ul" tone="muted" className={styles.notes}>
      {isUnknown && <li>{t("noCalendar")}</li>}
      {context !== null && context.opted_out > 0 && <li>{t("optedOut", { count: context.opted_out })}</li>}
      {context?.as_of && <li>{t("asOf", { date: format.date(context.as_of) })}</li>}
    </Text>
  );
}
