import { useTranslation } from "../../i18n/useTranslation.ts";
import { Text } from "../ui/Text.tsx";
import styles from "./LabelList.module.css";

export interface LabelListProps {
  labels: readonly string[];
  /** Number of labels on one line before the rest is only counted. Omitted: all, on as many lines as needed. */
  shown?: number;
}

/** The labels of an issue, as its tracker names them. */
export function LabelList(props: LabelListProps) {
  const { t } = useTranslation("issues");
  return <LabelTags {...props} wordMore={(count) => t("table.more", { count })} />;
}

export interface LabelTagsProps extends LabelListProps {
  /** "and 3 more" */
  wordMore: (count: number) => string;
}

/** The same for a long list, whose caller looks up the words once. */
export function LabelTags({ labels, shown, wordMore }: LabelTagsProps) {
  const first = shown === undefined ? labels : labels.slice(0, shown);
  const rest = labels.length - first.length;
  if (labels.length === 0) return null;
  return (
    <span className={styles.labels} data-line={shown !== undefined || undefined} title={labels.join(", ")}>
      {first.map((label) => (
        <span key={label} className={styles.label}>
          {label}
        </span>
      ))}
      {rest > 0 && (
        <Text size="small" tone="muted" isNumeric>
          <span aria-hidden>+{rest}</span>
          <span className="visually-hidden">{wordMore(rest)}</span>
        </Text>
      )}
    </span>
  );
}
