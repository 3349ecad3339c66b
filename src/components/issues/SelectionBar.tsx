import { useTranslation } from "../../i18n/useTranslation.ts";
import { CopyButton } from "../ui/CopyButton.tsx";
import { Button } from "../ui/Button.tsx";
import { Card } from "../ui/Card.tsx";
import styles from "./SelectionBar.module.css";

export interface SelectionBarProps {
  count: number;
  /** Copies the selected issues; false where the browser does not allow it. */
  onCopy: () => Promise<boolean>;
  onClear: () => void;
}

/** Actions on the selected issues. Rendered only while there is a selection. */
export function SelectionBar({ count, onCopy, onClear }: SelectionBarProps) {
  const { t } = useTranslation("issues");
  if (count === 0) return null;
  return (
    <Card as="section" padding={1} className={styles.bar} aria-label={t("selection.label")}>
      <strong role="status">{t("selection.count", { count })}</strong>
      <CopyButton size="small" variant="outlined" text={t("selection.copy")} onCopy={onCopy} />
      <Button size="small" variant="minimal" text={t("selection.clear")} onClick={onClear} />
    </Card>
  );
}
