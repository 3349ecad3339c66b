import type { InsightChange } from "../../../contract/insights/insights.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Text } from "../ui/Text.tsx";

export interface ChangeMarkProps {
  change: Pick<InsightChange, "verdict" | "judgement">;
}

const TONES = { better: "success", worse: "danger" } as const;
const ARROWS = { up: "↑", down: "↓" } as const;

/** Whether a metric changed since the period before, in words: a direction only where chance does not explain it. */
export function ChangeMark({ change: { verdict, judgement } }: ChangeMarkProps) {
  const { t } = useTranslation("insights");
  if (verdict !== "up" && verdict !== "down") {
    return (
      <Text tone="muted" size="small">
        {t(`change.${verdict}`)}
      </Text>
    );
  }
  return (
    <Text tone={judgement === null ? "muted" : TONES[judgement]} size="small" weight="medium">
      <span aria-hidden="true">{ARROWS[verdict]} </span>
      {t(`change.${judgement ?? verdict}`)}
    </Text>
  );
}
