import { ForeignText } from "../ui/ForeignText.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./LabelList.module.css";

export interface LabelListProps {
  labels: readonly string[];
  /** Number of labels on one line before the rest is only counted. Omitted: all, on as many lines as needed. */
  shown?: number;
}

/** The labels of an issue, as its tracker names them. Screen readers read all of them. */
export function LabelList({ labels, shown }: LabelListProps) {
  const first = shown === undefined ? labels : labels.slice(0, shown);
  const rest = labels.slice(first.length);
  const names = rest.join(", ");
  if (labels.length === 0) return null;
  return (
    <span className={styles.labels} data-line={shown !== undefined || undefined}>
      {first.map((label) => (
        <span key={label} className={styles.label}>
          <ForeignText text={label} />
        </span>
      ))}
      {rest.length > 0 && (
        <Text size="small" tone="muted" isNumeric title={names}>
          <span aria-hidden>+{rest.length}</span>
          <span className="visually-hidden">, {names}</span>
        </Text>
      )}
    </span>
  );
}
