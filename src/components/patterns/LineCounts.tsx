import { useTranslation } from "../../i18n/useTranslation.ts";
import { Text } from "../ui/Text.tsx";
import styles from "./LineCounts.module.css";

export interface LineCountsProps {
  /** Null: not counted, or without lines. */
  added: number | null;
  removed: number | null;
}

/** How many lines a change added and removed. */
export function LineCounts({ added, removed }: LineCountsProps) {
  const { t, format } = useTranslation("controls");
  if (added === null || removed === null) return null;
  return (
    <Text size="small" isNumeric className={styles.counts}>
      <span className="visually-hidden">{t("diff.counts", { added, removed })}</span>
      <Text tone="success" aria-hidden="true">
        +{format.number(added)}
      </Text>
      <Text tone="danger" aria-hidden="true">
        {"\u2212"}
        {format.number(removed)}
      </Text>
    </Text>
  );
}
