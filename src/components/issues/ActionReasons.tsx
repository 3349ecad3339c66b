import type { IssueAction } from "../../../contract/issues/issueActions.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Text } from "../ui/Text.tsx";
import styles from "./IssueWritePanel.module.css";

export interface ActionReasonsProps {
  /** Name of the list. */
  label: string;
  /** Those with a reason of null work. */
  reasons: readonly { readonly action: IssueAction; readonly reason: string | null }[];
}

/** Why actions do not work, each reason once. Nothing where all work. */
export function ActionReasons({ label, reasons }: ActionReasonsProps) {
  const { t } = useTranslation("issueWrites");
  const byReason = Map.groupBy(
    reasons.filter(({ reason }) => reason !== null),
    ({ reason }) => reason ?? "",
  );
  if (byReason.size === 0) return null;
  return (
    <ul className={styles.reasons} aria-label={label}>
      {[...byReason].map(([reason, of]) => (
        <li key={reason}>
          <Text size="small" tone="muted" overflow="anywhere">
            {t("reason", { actions: of.map(({ action }) => t(`action.${action}`)).join(", "), reason })}
          </Text>
        </li>
      ))}
    </ul>
  );
}
