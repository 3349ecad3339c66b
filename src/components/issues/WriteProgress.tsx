import type { WriteBatch } from "../../../contract/issues/issueWrites.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Button } from "../ui/Button.tsx";
import { ProgressBar } from "../ui/ProgressBar.tsx";
import { Text } from "../ui/Text.tsx";
import { UndoIcon } from "../ui/icons.ts";
import { Card } from "../ui/Card.tsx";
import styles from "./SelectionBar.module.css";

export interface WriteProgressProps {
  batch: WriteBatch;
  /** Whether it is being taken back. */
  isUndoing: boolean;
  onUndo: () => void;
}

/** How far a change of several issues is. Until its time is over it can be taken back whole, and then what was not sent yet. */
export function WriteProgress({
  batch: { action, counts, send_in_ms: sendIn },
  isUndoing,
  onUndo,
}: WriteProgressProps) {
  const { t } = useTranslation("issueWrites");
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const ended = total - counts.held - counts.sending;
  const name = t(`action.${action}`);
  const isHeld = counts.held > 0 && ended === 0 && counts.sending === 0;
  const isUnderWay = counts.held + counts.sending > 0;
  const sentence =
    total === 0
      ? t("batch.undone", { action: name })
      : isHeld
        ? t("batch.held", { action: name, count: counts.held })
        : isUnderWay
          ? t("batch.sending", { action: name, done: counts.done, total })
          : t("batch.done", { action: name, count: counts.done });
  return (
    <Card as="section" padding={1} className={styles.bar} aria-label={t("batch.label")}>
      <strong role="status">{sentence}</strong>
      {isHeld && sendIn !== null && (
        // Not in the status: it would be read out each second.
        <Text tone="muted" isNumeric>
          {t("batch.sendsIn", { count: Math.ceil(sendIn / 1000) })}
        </Text>
      )}
      {isUnderWay && !isHeld && <ProgressBar className={styles.progress} label={sentence} value={ended / total} />}
      {counts.held > 0 && (
        <Button
          size="small"
          variant="outlined"
          icon={<UndoIcon />}
          text={t(isHeld ? "batch.undo" : "batch.stop")}
          loading={isUndoing}
          onClick={onUndo}
        />
      )}
    </Card>
  );
}
