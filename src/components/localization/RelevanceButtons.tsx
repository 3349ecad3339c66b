import { useId } from "react";
import type { Verdict } from "../../../contract/issues/localization.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Button } from "../ui/Button.tsx";
import { ButtonGroup } from "../ui/ButtonGroup.ts";
import { ThumbsDownIcon, ThumbsUpIcon } from "../ui/icons.ts";
import { Text } from "../ui/Text.tsx";
import styles from "./RelevanceButtons.module.css";

export interface RelevanceButtonsProps {
  verdict: Verdict | null;
  /** Null removes the verdict. */
  onVerdict: (verdict: Verdict | null) => void;
}

/** Right or wrong: pressing the active button again removes the verdict. */
export function RelevanceButtons({ verdict, onVerdict }: RelevanceButtonsProps) {
  const { t } = useTranslation("issuePage");
  const id = useId();
  return (
    <div className={styles.verdict}>
      <span id={id}>{t("feedback.label")}</span>
      <ButtonGroup aria-labelledby={id} variant="outlined">
        {(["right", "wrong"] as const).map((one) => (
          <Button
            key={one}
            size="small"
            icon={one === "right" ? <ThumbsUpIcon /> : <ThumbsDownIcon />}
            text={t(`feedback.${one}`)}
            aria-pressed={verdict === one}
            active={verdict === one}
            onClick={() => onVerdict(verdict === one ? null : one)}
          />
        ))}
      </ButtonGroup>
      {verdict !== null && (
        <Text tone="muted" role="status">
          {t("feedback.used")}
        </Text>
      )}
    </div>
  );
}
