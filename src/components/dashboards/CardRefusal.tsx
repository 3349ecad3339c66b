import type { CARD_REFUSALS } from "../../../contract/insights/dashboardRules.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Button } from "../ui/Button.tsx";
import { Stack } from "../ui/Stack.tsx";
import { Text } from "../ui/Text.tsx";

export interface CardRefusalProps {
  reason: (typeof CARD_REFUSALS)[number];
  /** What the server says; null where the reason says all. */
  detail: string | null;
  isRetrying?: boolean;
  /** Asks again; omitted where the answer would be the same. */
  onRetry?: (() => void) | undefined;
}

/** In the place of a card's content: why there is none. */
export function CardRefusal({ reason, detail, isRetrying = false, onRetry }: CardRefusalProps) {
  const { t } = useTranslation("dashboards");
  const { t: tStates } = useTranslation("states");
  return (
    <Stack gap={2} align="start">
      <Text as="p" tone="muted" overflow="anywhere">
        {detail ?? t(`refusals.${reason}`)}
      </Text>
      {onRetry && <Button size="small" text={tStates("retry")} loading={isRetrying} onClick={onRetry} />}
    </Stack>
  );
}
