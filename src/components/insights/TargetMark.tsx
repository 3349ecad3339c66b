import type { InsightTarget } from "../../../contract/insights/insights.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Text } from "../ui/Text.tsx";
import { useInsightFormats } from "./useInsightFormats.ts";

export interface TargetMarkProps {
  target: InsightTarget;
  /** Without the value, where there is little room. */
  isShort?: boolean;
}

const TONES = { met: "success", missed: "danger" } as const;
const SHAPES = { met: "✓", missed: "✕" } as const;

/** A target and whether it is met, in words and with a shape: judged only where the interval does not contain it. */
export function TargetMark({ target, isShort = false }: TargetMarkProps) {
  const { t } = useTranslation("insights");
  const formats = useInsightFormats();
  const { verdict } = target;
  const isJudged = verdict === "met" || verdict === "missed";
  return (
    <Text size="small" tone={isJudged ? TONES[verdict] : "muted"} {...(isJudged && { weight: "medium" as const })}>
      {isJudged && <span aria-hidden="true">{SHAPES[verdict]} </span>}
      {isShort
        ? t(`target.short.${verdict}`)
        : t("target.judged", { target: formats.targetText(target), verdict: t(`target.verdict.${verdict}`) })}
    </Text>
  );
}
