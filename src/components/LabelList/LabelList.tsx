import { Tag } from "@blueprintjs/core";
import { useWords } from "../../i18n/useWords.ts";
import styles from "./LabelList.module.css";

export interface LabelListProps {
  labels: readonly string[];
  /** How many are shown on one line before the rest is only counted. Left out: all, on as many lines as they need. */
  shown?: number;
}

/** The labels of an issue, as its tracker calls them. */
export function LabelList({ labels, shown }: LabelListProps) {
  const { t } = useWords("issues");
  const first = shown === undefined ? labels : labels.slice(0, shown);
  const rest = labels.length - first.length;
  if (labels.length === 0) return null;
  return (
    <span className={styles.labels} data-line={shown !== undefined || undefined} title={labels.join(", ")}>
      {first.map((label) => (
        <Tag key={label} minimal round className={styles.label}>
          {label}
        </Tag>
      ))}
      {rest > 0 && (
        <span className={styles.rest}>
          <span aria-hidden>+{rest}</span>
          <span className="visually-hidden">{t("table.more", { count: rest })}</span>
        </span>
      )}
    </span>
  );
}
